/** The text can be saved while an image of it is not: the state of saving speaks for both. Pure. */
import type { ImagesState } from '../editor/images/upload-state.ts';
import type { SaveState } from '../room/room-status.ts';

export function saveWithImages(save: SaveState, images: ImagesState): SaveState {
  if (images === 'none' || save === 'ended' || save === 'not-saved') return save;
  // No device keeps an image that has not arrived.
  return images === 'failed' ? 'not-saved' : 'saving';
}
