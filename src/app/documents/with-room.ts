/** Opens a document without a page, to read or change it. */
import { ApiError, isApiErrorCode } from '../data/api-error.ts';
import { createDocumentLog } from '../data/document-log.ts';
import { askForIndex } from '../data/index-text.ts';
import { getConfig, getSupabase } from '../data/supabase.ts';
import { openOwnRoom } from '../room/open-own-room.ts';
import { openRoom, type Room } from '../room/open-room.ts';

const GIVE_UP_AFTER_MS = 15_000;
/** This device answers sooner. */
const GIVE_UP_WITHOUT_LINE_MS = 3000;

/** Calls `run` with the open room, then closes it; throws an ApiError if the document cannot be opened. */
export async function withRoom<Result>(
  documentId: string,
  userId: string,
  run: (room: Room) => Promise<Result>,
): Promise<Result> {
  const { eventsPerSecond } = getConfig();
  const settings = { eventsPerSecond };
  const room = openRoom({
    supabase: getSupabase(),
    log: createDocumentLog(),
    documentId,
    userId,
    settings,
    indexText: askForIndex(documentId),
  });
  return useRoomOnce(room, run);
}

/** Also without the server, if this device has its text: what `run` writes is kept on the device until it is sent. */
export const withOwnRoom = <Result>(
  documentId: string,
  run: (room: Room) => Promise<Result>,
): Promise<Result> => useRoomOnce(openOwnRoom(documentId), run);

async function useRoomOnce<Result>(room: Room, run: (room: Room) => Promise<Result>): Promise<Result> {
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
    const timer = setTimeout(
      () => give('unreachable'),
      navigator.onLine ? GIVE_UP_AFTER_MS : GIVE_UP_WITHOUT_LINE_MS,
    );
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

/** Resolves when every change is in the log, or kept on this device, from where it is sent later; else throws. */
export async function saveOrKeep(room: Room): Promise<void> {
  if (await Promise.race([room.flush(), untilKept(room)])) return;
  throw new ApiError({ code: 'unreachable', status: 0 });
}

/** True once the server cannot be reached, and the device has all changes; false if nothing of it happens in time. */
function untilKept(room: Room): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (): void => {
      const status = room.status();
      if (status.kind !== 'open') return;
      if (status.save === 'offline') end(true);
      else if (status.save === 'not-saved') end(false);
    };
    const timer = setTimeout(() => end(false), GIVE_UP_AFTER_MS);
    const unsubscribe = room.on('change', look);
    const end = (isKept: boolean): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve(isKept);
    };
    look();
  });
}
