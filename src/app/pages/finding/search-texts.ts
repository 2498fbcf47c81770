import type { SearchTexts } from '../../find/use-texts.ts';

/** Null until the server searches texts. */
export const searchTexts: SearchTexts | null = null;
