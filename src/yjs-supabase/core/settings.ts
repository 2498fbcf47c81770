/** Times in milliseconds, sizes in bytes. The server's own limits are repeated here only where the client must obey them. */
export interface Settings {
  /** Append after this long without a local change… */
  readonly appendIdleMs: number;
  /** …but never later than this after the oldest change that is not in the log… */
  readonly appendMaxMs: number;
  /** …and not so soon after the last append. */
  readonly appendGapMs: number;
  /** As late as this, and without a gap, where a crash would lose it or peers wait for the log to read it. */
  readonly appendHurryMs: number;
  /** A local change of this size is appended at once. */
  readonly largeUpdateBytes: number;
  readonly maxUpdateBytes: number;
  readonly maxAppendUpdates: number;
  readonly maxAppendBytes: number;
  /** Larger updates are not broadcast; peers fetch them when the head moves. */
  readonly maxBroadcastBytes: number;
  /** Changes are merged into one update up to this size: with each, so much is merged anew and kept on the device anew. */
  readonly maxMergedBytes: number;
  /**
   * Realtime events per second that the project's plan allows; a broadcast costs one and one for each receiver. All rooms of
   * the project share them.
   */
  readonly eventsPerSecond: number;
  readonly minWindowMs: number;
  /** How long a hole in a peer's counters may be reordering. */
  readonly holeWaitMs: number;
  /** How long the log may lack an update that came live before its receivers append it for its author. */
  readonly relayAfterMs: number;
  /** Receivers wait up to this much longer, each a different time, so that mostly one of them relays. */
  readonly relaySpreadMs: number;
  /** Nothing has changed for this long: worth comparing the document with the log. */
  readonly quietMs: number;
  /** Somebody has the log folded after a pause of this long to three times as long… */
  readonly foldAfterMs: number;
  /** …and again after this long, if that did not help. */
  readonly foldAgainAfterMs: number;
  readonly pollMs: number;
  readonly pollJitterMs: number;
  readonly pollWithoutLiveMs: number;
  /** Nobody looks at the page, and it has left the lanes. */
  readonly pollAwayMs: number;
  readonly joinTimeoutMs: number;
  /** Lanes that ended for many at once are joined again within this time. */
  readonly joinSpreadMs: number;
  /** A page that nobody has looked at for this long leaves the lanes. */
  readonly leaveHiddenMs: number;
  /** The first pause after the server closed or refused a lane because the project sends or joins too much. */
  readonly overLimitMs: number;
  readonly requestTimeoutMs: number;
  /** After this many failed joins in a row live updates count as paused. */
  readonly joinFailuresUntilPaused: number;
  readonly backoffMs: number;
  readonly maxBackoffMs: number;
  /** Unsaved work older than this is no longer "saving". */
  readonly overdueMs: number;
  /** Without word from the server for this long nothing is called saved. */
  readonly staleMs: number;
  readonly rosterGapMs: number;
  /** A peer that presence does not show counts as here for this long after a frame. */
  readonly heardForMs: number;
}

export const DEFAULT_SETTINGS: Settings = {
  appendIdleMs: 500,
  appendMaxMs: 5000,
  appendGapMs: 2500,
  appendHurryMs: 1500,
  largeUpdateBytes: 8 * 1024,
  maxUpdateBytes: 256 * 1024,
  maxAppendUpdates: 200,
  maxAppendBytes: 1024 * 1024,
  maxBroadcastBytes: 200 * 1024,
  maxMergedBytes: 4 * 1024,
  eventsPerSecond: 100,
  minWindowMs: 40,
  holeWaitMs: 250,
  relayAfterMs: 13_000,
  relaySpreadMs: 2000,
  quietMs: 3000,
  foldAfterMs: 60_000,
  foldAgainAfterMs: 600_000,
  pollMs: 10_000,
  pollJitterMs: 5000,
  pollWithoutLiveMs: 5000,
  pollAwayMs: 60_000,
  joinTimeoutMs: 12_000,
  joinSpreadMs: 10_000,
  leaveHiddenMs: 60_000,
  overLimitMs: 5000,
  requestTimeoutMs: 20_000,
  joinFailuresUntilPaused: 5,
  backoffMs: 500,
  maxBackoffMs: 30_000,
  overdueMs: 10_000,
  staleMs: 20_000,
  rosterGapMs: 500,
  heardForMs: 60_000,
};
