/** Czech texts of an open document, one namespace per feature. */
import { editor } from './cs/editor.ts';
import { presence } from './cs/presence.ts';
import { reading } from './cs/reading.ts';
import { room } from './cs/room.ts';

export const words = { editor, presence, reading, room } as const;
