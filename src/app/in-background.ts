import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenPersonal } from './data/listen-personal.ts';
import { useOffline } from './offline/use-offline.ts';
import { keepCleared } from './room/keep-cleared.ts';
import { keepDraining } from './room/keep-draining.ts';

/**
 * On every page: sends changes that closed tabs left on this device, deletes texts of others, hears what changes for the
 * user, and keeps the app for use without a line. Draws nothing.
 */
export function InBackground(): null {
  const client = useQueryClient();
  useOffline();
  useEffect(() => keepDraining(), []);
  useEffect(() => keepCleared(), []);
  useEffect(() => listenPersonal(client), [client]);
  return null;
}
