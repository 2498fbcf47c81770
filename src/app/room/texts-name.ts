const PREFIX = 'spolu-texts-';

export const textsNameOf = (userId: string): string => PREFIX + userId;

export const textsUserOf = (name: string): string | null =>
  name.startsWith(PREFIX) ? name.slice(PREFIX.length) : null;

export const TEXTS = 'texts';
/** Facts about each text, which are read without it. */
export const FACTS = 'facts';
/** Threads of comments, beside their text. */
export const THREADS = 'threads';
/** Why a text stays: one row for each reason. */
export const REASONS = 'reasons';
