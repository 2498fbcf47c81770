/** Realtime topics of a room. The same grammar stands in the database (`private.topic_access`). */

/** `ctl`: the server speaks, members track presence. `upd`: owner and editors send updates. `aw`: cursors of everyone. */
export const LANES = ['ctl', 'upd', 'aw'] as const;
export type Lane = (typeof LANES)[number];

export const laneTopic = (documentId: string, epoch: number, lane: Lane): string =>
  `doc:${documentId}:${epoch}:${lane}`;
