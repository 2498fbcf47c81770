/** Realtime's activity since it was opened, as plain numbers, because every delivered keystroke updates them. */
export interface RealtimeCounts {
  /** Sent by clients, over HTTP or from SQL. */
  messagesIn: number;
  /** Delivered to members of rooms. Supabase counts both directions as messages. */
  messagesOut: number;
  presenceEvents: number;
  joins: number;
  /** Currently joined. */
  channels: number;
  /** Refused joins by the code sent to the client. */
  readonly refusedJoins: Map<string, number>;
  /** Channels that the server ended, by the reason sent to the client. */
  readonly closedChannels: Map<string, number>;
}

export const createCounts = (): RealtimeCounts => ({
  messagesIn: 0,
  messagesOut: 0,
  presenceEvents: 0,
  joins: 0,
  channels: 0,
  refusedJoins: new Map(),
  closedChannels: new Map(),
});

export function countOne(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The reason without its variable parts: the text from a colon on, and numbers. */
export const reasonOf = (message: string): string => message.replace(/:.*$/s, '').replaceAll(/\d+/g, 'n');
