/** Czech: what an open document needs besides, a namespace for each feature. */
import { editor } from './cs/editor.ts';
import { presence } from './cs/presence.ts';
import { reading } from './cs/reading.ts';
import { room } from './cs/room.ts';

export const words = { editor, presence, reading, room } as const;
