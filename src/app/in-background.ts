import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readDocuments } from './data/read-documents.ts';
import { listenPersonal } from './data/listen-personal.ts';
import { useNearlyFull, useOffline } from './offline/use-offline.ts';
import { useWaitingActions } from './offline/use-waiting-actions.ts';
import { keepCleared } from './room/keep-cleared.ts';
import { holdTexts } from './room/hold-texts.ts';
import { keepDraining } from './room/keep-draining.ts';

/**
 * On every page: sends what waits on this device, deletes texts of others, fetches texts ahead, listens to the user's topic,
 * and keeps the app for use without a line. Draws nothing.
 */
export function InBackground(): null {
  const client = useQueryClient();
  useOffline();
  const onNearlyFull = useNearlyFull();
  useWaitingActions();
  useEffect(() => keepDraining(), []);
  useEffect(() => keepCleared(), []);
  useEffect(
    () => holdTexts((staleTime) => readDocuments(client, staleTime), onNearlyFull),
    [client, onNearlyFull],
  );
  useEffect(() => listenPersonal(client), [client]);
  return null;
}
