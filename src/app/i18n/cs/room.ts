import type { room as source } from '../en-us/room.ts';
import type { Translated } from '../translated.ts';

export const room: Translated<typeof source> = {};
