/** What Realtime has done since it was opened, as plain numbers: a keystroke passes through here once for each reader. */
export interface RealtimeCounts {
  /** Said by clients, over HTTP or from SQL. */
  messagesIn: number;
  /** Handed to members of rooms. Both kinds together are what Supabase calls messages. */
  messagesOut: number;
  presenceEvents: number;
  joins: number;
  /** Joined now. */
  channels: number;
  /** By the code that the client was told. */
  readonly refusedJoins: Map<string, number>;
  /** Lanes that the server ended, by what it told the client. */
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

/** The words without what differs from one time to the next: a topic behind a colon, seconds. */
export const reasonOf = (message: string): string => message.replace(/:.*$/s, '').replaceAll(/\d+/g, 'n');
