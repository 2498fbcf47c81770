/** The text of a template before it is a document. Pure. */
import type { Language } from '#contract/languages.ts';

/** "29. listopadu 2026" · "November 29, 2026" where the text asks for the date. */
export const fillDate = (markdown: string, date: Date, language: Language): string =>
  markdown.replaceAll('{{date}}', new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(date));

/** The headings below the title: a preview of the text. */
export const headingsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
