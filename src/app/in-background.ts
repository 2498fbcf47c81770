import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenPersonal } from './data/listen-personal.ts';
import { keepDraining } from './room/keep-draining.ts';

/** On every page: sends changes that closed tabs left on this device, and hears what changes for the user. Draws nothing. */
export function InBackground(): null {
  const client = useQueryClient();
  useEffect(() => keepDraining(), []);
  useEffect(() => listenPersonal(client), [client]);
  return null;
}
