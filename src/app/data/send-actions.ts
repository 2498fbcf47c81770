/** Sends the waiting changes of the list: those of one document in order, and a folder before what is moved into it. */
import { ApiError, errorCodeOf } from './api-error.ts';
import { dependentOn, settle } from './list-queue.ts';
import { isSame, type ListAction, type WaitingAction } from './waiting-actions.ts';

export interface SendingPorts {
  readonly read: () => readonly WaitingAction[];
  readonly drop: (action: WaitingAction) => void;
  readonly send: (action: ListAction) => Promise<void>;
  /** A change that the server refused, and that is no longer waiting. */
  readonly refused: (action: WaitingAction, error: ApiError) => void;
  /** One after the other for a document or folder, also among tabs. */
  readonly alone: <T>(id: string, run: () => Promise<T>) => Promise<T>;
}

/** Sends all that waits for a document or folder, or the kinds of it that `may` go. Resolves to why the rest has to wait, or to null. */
export async function sendOf(
  id: string,
  ports: SendingPorts,
  may: (action: WaitingAction) => boolean = () => true,
): Promise<ApiError | null> {
  const first = (): WaitingAction | undefined => ports.read().find((one) => one.id === id && may(one));
  if (!first()) return null;
  return ports.alone(id, async () => {
    for (let next = first(); next; next = first()) {
      const error = await sendOne(next, ports);
      if (error) return error;
    }
    return null;
  });
}

async function sendOne(action: WaitingAction, ports: SendingPorts): Promise<ApiError | null> {
  if (action.kind === 'move' && action.folderId !== null) {
    const held = await sendOf(action.folderId, ports);
    if (held) return held;
    // Refused with its folder.
    if (!ports.read().some((one) => isSame(one, action))) return null;
  }
  const error = await ports.send(action).then(() => null, asApiError);
  const settled = settle(action, error?.code ?? null);
  if (settled === 'later') return error;
  ports.drop(action);
  if (settled === 'done' || !error) return null;
  for (const dependent of dependentOn(action, ports.read())) ports.drop(dependent);
  ports.refused(action, error);
  return null;
}

const asApiError = (cause: unknown): ApiError =>
  cause instanceof ApiError ? cause : new ApiError({ code: errorCodeOf(cause), status: 0, cause });

/** Everything. A failure of one document does not hold back the others, unless they would meet it too. */
export async function sendAll(ports: SendingPorts): Promise<ApiError | null> {
  let later: ApiError | null = null;
  for (const id of new Set(ports.read().map((one) => one.id))) {
    const error = await sendOf(id, ports);
    if (error && error.code !== 'internal' && error.code !== 'unexpected_reply') return error;
    later ??= error;
  }
  return later;
}
