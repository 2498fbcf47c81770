/** What a session counts of a room's events: broadcasts in `traffic.ts`, presence in `announcing.ts`. Plain data. */

/** One kind of broadcast: who else sends it, and when this session did. */
export interface Senders {
  /** When each peer was last heard sending it. */
  readonly heardAtMs: Readonly<Record<string, number>>;
  readonly atMs: number;
  /** The place of the next broadcast among those of the others: drawn when the last one went, or could not yet. */
  readonly chance: number;
  /** How often others had sent too much when the timer fired. */
  readonly missed: number;
  /** When the timer of the next one fires; null when it does not run. */
  readonly dueAtMs: number | null;
}

/** What the room has sent. */
export interface Traffic {
  /** Events that the room's share of the allowance had not paid for at `atMs`. */
  readonly owed: number;
  readonly atMs: number;
  readonly text: Senders;
  readonly cursor: Senders;
}

/** What presence has cost, and whether this session is in it. */
export interface Presence {
  readonly owed: number;
  readonly atMs: number;
  /** Until then more sessions are on the lanes than presence shows: they wait to be announced. */
  readonly crowdUntilMs: number;
  readonly isAnnounced: boolean;
  readonly announcedAtMs: number;
  /** The server said that there was too much of it. */
  readonly notBeforeMs: number;
}

const NO_SENDERS: Senders = { heardAtMs: {}, atMs: -Infinity, chance: 0, missed: 0, dueAtMs: null };
export const NO_TRAFFIC: Traffic = { owed: 0, atMs: 0, text: NO_SENDERS, cursor: NO_SENDERS };

export const NO_PRESENCE: Presence = {
  owed: 0,
  atMs: 0,
  crowdUntilMs: 0,
  isAnnounced: false,
  announcedAtMs: 0,
  notBeforeMs: 0,
};
