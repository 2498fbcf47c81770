/** The people in the room, one entry per user, however many tabs. */
import type { PresentEntry } from '#yjs-supabase';

export interface Person {
  readonly userId: string;
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
  readonly isSelf: boolean;
  /** Editing sessions: one per tab. */
  readonly sessions: readonly string[];
  /** The person's Yjs client ids. */
  readonly clients: readonly number[];
  /** The line of all these tabs has probably failed. */
  readonly isSilent?: boolean;
}

/** The current user first; the others are sorted where they are shown, because the order depends on the language. */
export function groupPeople(entries: readonly PresentEntry[], selfUserId: string): readonly Person[] {
  const people = new Map<string, Person>();
  for (const { userId, name, color, sessionId, clientId, isSilent: isOne = false } of entries) {
    const before = people.get(userId);
    const sessions = [...(before?.sessions ?? []), sessionId];
    const clients = [...(before?.clients ?? []), clientId];
    const isSilent = isOne && before?.isSilent !== false;
    people.set(userId, { userId, name, color, isSelf: userId === selfUserId, sessions, clients, isSilent });
  }
  return [...people.values()].toSorted((a, b) => Number(b.isSelf) - Number(a.isSelf));
}
