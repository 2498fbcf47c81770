import { Typography, type TypographyOptions } from '@tiptap/extension-typography';
import type { AnyExtension } from '@tiptap/core';

/** English is Tiptap's default; Czech quotes open low and its dash is the short one. */
const CZECH: Partial<TypographyOptions> = {
  openDoubleQuote: '„',
  closeDoubleQuote: '“',
  openSingleQuote: '‚',
  closeSingleQuote: '‘',
  emDash: '–',
};

/** Quotes, dashes, arrows and fractions while typing; `lang` is a BCP 47 tag. Backspace gives the typed characters back. */
export function typographicSubstitutions(lang: string): AnyExtension {
  return Typography.configure(lang.startsWith('cs') ? CZECH : {});
}
