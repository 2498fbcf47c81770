const MARKS = /\p{M}+/gu;

/** As it is compared when somebody searches: without capitals and, as many leave them out, without accents. */
export const searchText = (text: string): string =>
  text.normalize('NFD').replaceAll(MARKS, '').toLowerCase().trim();
