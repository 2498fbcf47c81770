/**
 * The room's events as one session counts them: broadcasts in `traffic.ts`, presence in `announcing.ts`. Plain data.
 */

/** One kind of broadcast: the peers that send it, and when this session did. */
export interface Senders {
  /** Arrival of each peer's last broadcast. */
  readonly lastFrameAtMs: Readonly<Record<string, number>>;
  readonly atMs: number;
  /** Place of the next broadcast among the peers': drawn after each send, and after each turn without one. */
  readonly chance: number;
  /** Number of times the timer fired while peers had used up the allowance. */
  readonly missed: number;
  /** Due time of the timer for the next broadcast; null while it is stopped. */
  readonly dueAtMs: number | null;
}

/** The room's broadcasts. */
export interface Traffic {
  /** Events that the room's share of the allowance had not paid for at `atMs`. */
  readonly owed: number;
  readonly atMs: number;
  readonly text: Senders;
  readonly cursor: Senders;
  /** Times that the resting cursor was repeated since it moved. */
  readonly cursorRepeats: number;
}

/** The room's presence events, and this session's announcement. */
export interface Presence {
  readonly owed: number;
  readonly atMs: number;
  /** Until then the lanes have more sessions than presence: the rest wait to be announced. */
  readonly crowdUntilMs: number;
  readonly isAnnounced: boolean;
  readonly announcedAtMs: number;
  /** No announcement before then, because the server reported too many. */
  readonly notBeforeMs: number;
}

const NO_SENDERS: Senders = { lastFrameAtMs: {}, atMs: -Infinity, chance: 0, missed: 0, dueAtMs: null };
export const NO_TRAFFIC: Traffic = {
  owed: 0,
  atMs: 0,
  text: NO_SENDERS,
  cursor: NO_SENDERS,
  cursorRepeats: 0,
};

export const NO_PRESENCE: Presence = {
  owed: 0,
  atMs: 0,
  crowdUntilMs: 0,
  isAnnounced: false,
  announcedAtMs: 0,
  notBeforeMs: 0,
};
