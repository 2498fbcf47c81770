/** English texts of an open document, one namespace per feature. */
import { editor } from './en-us/editor.ts';
import { presence } from './en-us/presence.ts';
import { reading } from './en-us/reading.ts';
import { room } from './en-us/room.ts';

export const words = { editor, presence, reading, room } as const;
