import type { makeFrom } from './make-from.ts';

/** Only once a template is chosen: it brings most of the editor, which the list must not load in advance. */
export const makeLater: typeof makeFrom = async (...making) => {
  const part = await import('./make-from.ts');
  return part.makeFrom(...making);
};
