import type { Awareness } from 'y-protocols/awareness';
import { colorOf, readName, type CaretUser } from '../binding/remote-carets.ts';

/** The user whose caret has this Yjs client id. */
export function caretUser(awareness: Awareness, client: number): CaretUser {
  const user = (awareness.getStates().get(client)?.['user'] ?? {}) as Record<string, unknown>;
  return { name: readName(user['name']), color: colorOf(user) };
}
