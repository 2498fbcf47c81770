import type { presence as source } from '../en-us/presence.ts';
import type { Translated } from '../translated.ts';

export const presence: Translated<typeof source> = {};
