import * as Y from 'yjs';
import { errorCodeOf } from '../../data/api-error.ts';
import { commentApi } from '../../data/comments.ts';
import { withRoom } from '../../documents/with-room.ts';
import { trackPlaces } from '../../room/comments/place-tracker.ts';
import { placeThreads } from './place-threads.ts';
import type { LeavingState } from './write-leaving.ts';

/** A document of the list, read without a page. */
export const readListed = (
  documentId: string,
  userId: string,
  withComments: boolean,
  formerMember: string,
): Promise<LeavingState> =>
  withRoom(documentId, userId, async (room) => {
    const { threads, people } = withComments ? await listThreads(documentId) : NOTHING;
    const tracker = trackPlaces(room.doc, room.follower);
    const placed = placeThreads(room.doc, threads, tracker);
    tracker.close();
    const seq = await room.seen();
    return {
      updates: [Y.encodeStateAsUpdate(room.doc)],
      origin: seq === null ? null : { documentId, seq },
      threads: placed,
      people: new Map(people.map(({ id, name }) => [id, name])),
      formerMember,
    };
  });

const NOTHING = { threads: [], people: [] } as const;

/** Nothing for a role that sees no comments. */
async function listThreads(documentId: string) {
  try {
    return await commentApi.listThreads(documentId, 0);
  } catch (error) {
    if (errorCodeOf(error) === 'forbidden') return NOTHING;
    throw error;
  }
}
