import type { Room } from '../../room/open-room.ts';

/** False while something is not saved, which may be an image that is not uploaded yet. */
export async function saveAll(room: Room): Promise<boolean> {
  const isSaved = await room.flush();
  const status = room.status();
  return isSaved && !(status.kind === 'open' && status.hasUnsaved);
}
