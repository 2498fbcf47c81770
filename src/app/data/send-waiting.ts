/** Sends what waits on this device for the signed-in user. */
import { ApiError } from './api-error.ts';
import { carryOut } from './carry-out.ts';
import { sendAll, sendOf, type SendingPorts } from './send-actions.ts';
import { signedInUserId } from './signed-in-user.ts';
import { dropAction, readActions, type ListAction, type WaitingAction } from './waiting-actions.ts';

type Refused = (action: WaitingAction, error: ApiError) => void;

const listeners = new Set<Refused>();

/** The listener is called with each refusal that no caller takes. */
export function onRefusedAction(listener: Refused): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let sendText: (documentId: string) => Promise<void> = () => Promise.resolve();

/** Written text goes before the trash, where the server would refuse it. */
export function beforeTrash(send: (documentId: string) => Promise<void>): void {
  sendText = send;
}

interface SendOptions {
  /** Whether the caller itself tells of this refusal. */
  readonly take?: (action: WaitingAction, error: ApiError) => boolean;
  readonly may?: (action: WaitingAction) => boolean;
}

/** For one document or folder. Resolves to why something has to wait, or to null. */
export async function sendWaiting(
  id: string,
  { take = () => false, may = () => true }: SendOptions = {},
): Promise<ApiError | null> {
  const userId = signedInUserId();
  return userId === null ? null : sendOf(id, portsOf(userId, take), may);
}

export async function sendAllWaiting(): Promise<ApiError | null> {
  const userId = signedInUserId();
  return userId === null ? null : sendAll(portsOf(userId, () => false));
}

const portsOf = (userId: string, take: NonNullable<SendOptions['take']>): SendingPorts => ({
  read: () => readActions(userId),
  drop: (action) => dropAction(userId, action),
  send,
  refused: (action, error) => {
    if (!take(action, error)) for (const listener of listeners) listener(action, error);
  },
  alone: async (id, run) =>
    'locks' in navigator ? navigator.locks.request(`spolu-list-actions:${userId}:${id}`, run) : run(),
});

async function send(action: ListAction): Promise<void> {
  if (signedInUserId() === null) throw new ApiError({ code: 'unauthenticated', status: 401 });
  if (action.kind === 'trash' && action.isTrashed) await sendText(action.id);
  await carryOut(action);
}
