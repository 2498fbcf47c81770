import type { history as source } from '../en-us/history.ts';
import type { Translated } from '../translated.ts';

export const history: Translated<typeof source> = {};
