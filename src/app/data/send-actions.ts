/** Sends the waiting changes of the list in the order in which they were made. */
import { errorCodeOf, type ApiErrorCode } from './api-error.ts';
import { dependentOn, settle } from './list-queue.ts';
import type { ListAction, WaitingAction } from './waiting-actions.ts';

export interface SendingPorts {
  readonly read: () => readonly WaitingAction[];
  readonly drop: (action: WaitingAction) => void;
  readonly send: (action: ListAction) => Promise<void>;
  /** A change that the server refused, and that is no longer waiting. */
  readonly refused: (action: WaitingAction, code: ApiErrorCode) => void;
}

export interface SendingReport {
  readonly done: number;
  /** Why the rest has to wait; null if nothing waits. */
  readonly later: ApiErrorCode | null;
}

export async function sendActions({ read, drop, send, refused }: SendingPorts): Promise<SendingReport> {
  let done = 0;
  for (let next = read()[0]; next; next = read()[0]) {
    const code = await send(next).then(() => null, errorCodeOf);
    const settled = settle(next, code);
    if (settled === 'later') return { done, later: code };
    if (settled === 'done') done += 1;
    drop(next);
    if (settled !== 'refused' || code === null) continue;
    for (const dependent of dependentOn(next, read())) drop(dependent);
    refused(next, code);
  }
  return { done, later: null };
}
