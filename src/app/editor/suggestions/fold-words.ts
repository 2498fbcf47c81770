/** Lower case without accents, as words. */
export const foldWords = (text: string): string[] =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().split(/\s+/).filter(Boolean);
