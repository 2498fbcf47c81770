import type { editor as source } from '../en-us/editor.ts';
import type { Translated } from '../translated.ts';

export const editor: Translated<typeof source> = {};
