/** Opens a document without a page, to read or change it. */
import { ApiError, isApiErrorCode } from '../data/api-error.ts';
import { createDocumentLog } from '../data/document-log.ts';
import { getConfig, getSupabase } from '../data/supabase.ts';
import { openRoom, type Room } from '../room/open-room.ts';

const GIVE_UP_AFTER_MS = 15_000;

/** Calls `run` with the open room, then closes it; throws an ApiError if the document cannot be opened. */
export async function withRoom<Result>(
  documentId: string,
  userId: string,
  run: (room: Room) => Promise<Result>,
): Promise<Result> {
  const { eventsPerSecond } = getConfig();
  const settings = { eventsPerSecond };
  const room = openRoom({ supabase: getSupabase(), log: createDocumentLog(), documentId, userId, settings });
  try {
    await untilOpen(room);
    return await run(room);
  } finally {
    room.close();
  }
}

function untilOpen(room: Room): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (code: string): void => {
      stop();
      reject(new ApiError({ code: isApiErrorCode(code) ? code : 'internal', status: 0 }));
    };
    const look = (): void => {
      const status = room.status();
      if (status.kind === 'open') {
        stop();
        resolve();
      } else if (status.kind === 'failed' && status.code !== 'unreachable') give(status.code);
    };
    const timer = setTimeout(() => give('unreachable'), GIVE_UP_AFTER_MS);
    const unsubscribe = room.on('change', look);
    const stop = (): void => {
      clearTimeout(timer);
      unsubscribe();
    };
    look();
  });
}

/** Resolves when every change is in the log; else throws. */
export async function saveAll(room: Room): Promise<void> {
  if (!(await room.flush())) throw new ApiError({ code: 'unreachable', status: 0 });
}
