/** Times in milliseconds, sizes in bytes. Server limits are repeated only where the client must respect them. */
export interface Settings {
  /** Debounce: append after this long without a local change… */
  readonly appendIdleMs: number;
  /** …but at most this long after the oldest change that is not in the log… */
  readonly appendMaxMs: number;
  /** …and at least this long after the previous append. */
  readonly appendGapMs: number;
  /** Replaces both limits where a crash would lose changes, or peers depend on the log to read them (S4j). */
  readonly appendHurryMs: number;
  /** A local change of this size is appended at once. */
  readonly largeUpdateBytes: number;
  readonly maxUpdateBytes: number;
  readonly maxAppendUpdates: number;
  readonly maxAppendBytes: number;
  /** Larger updates are not broadcast; peers fetch them when the head moves. */
  readonly maxBroadcastBytes: number;
  /** Changes are merged into one update up to this size, because each change merges and stores the update again. */
  readonly maxMergedBytes: number;
  /**
   * Realtime events per second that the project's plan allows, shared by all its rooms. A broadcast costs one event
   * plus one for each receiver.
   */
  readonly eventsPerSecond: number;
  readonly minWindowMs: number;
  /** Frames for more readers than this are signed instead of proven to each. */
  readonly maxProofs: number;
  /** A hole in a peer's counters counts as mere reordering for this long. */
  readonly holeWaitMs: number;
  /** If the log lacks a live update for this long, its receivers relay it for its author. */
  readonly relayAfterMs: number;
  /** Random extra delay of each receiver, so that usually only one of them relays. */
  readonly relaySpreadMs: number;
  /** The document is compared with the log only after this long without a change. */
  readonly quietMs: number;
  /** An editor requests a fold after a pause of one to three times this long… */
  readonly foldAfterMs: number;
  /** …and again after this long, if the first request had no effect. */
  readonly foldAgainAfterMs: number;
  readonly pollMs: number;
  readonly pollJitterMs: number;
  readonly pollWithoutLiveMs: number;
  /** Poll interval of a hidden page that has left the lanes. */
  readonly pollAwayMs: number;
  readonly joinTimeoutMs: number;
  /** Rejoins are spread over this time where lanes probably closed for many sessions at once. */
  readonly joinSpreadMs: number;
  /** A page that has been hidden for this long leaves the lanes. */
  readonly leaveHiddenMs: number;
  /** The first pause after the server closed or refused a lane because the project sends or joins too much. */
  readonly overLimitMs: number;
  readonly requestTimeoutMs: number;
  /** After this many failed joins in a row live updates count as paused. */
  readonly joinFailuresUntilPaused: number;
  readonly backoffMs: number;
  readonly maxBackoffMs: number;
  /** Unsaved changes older than this are no longer "saving". */
  readonly overdueMs: number;
  /** Without a reply from the server for this long, nothing is reported as saved. */
  readonly staleMs: number;
  readonly rosterGapMs: number;
  /** A peer that is not in presence counts as present for this long after a frame. */
  readonly peerTimeoutMs: number;
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
  maxProofs: 16,
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
  peerTimeoutMs: 60_000,
};
