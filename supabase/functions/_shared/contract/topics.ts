/** Realtime topics of a room. `private.topic_access` in the database has the same grammar. */

/** `ctl`: server messages and presence of members. `upd`: updates from owner and editors. `aw`: cursors of all members. */
export const LANES = ['ctl', 'upd', 'aw'] as const;
export type Lane = (typeof LANES)[number];

export const laneTopic = (documentId: string, epoch: number, lane: Lane): string =>
  `doc:${documentId}:${epoch}:${lane}`;
