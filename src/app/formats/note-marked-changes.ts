/** A comparison that was downloaded here: its text comes in as any page, so added and removed text looks like the rest. */
import type { LossBook } from '#contract/formats/loss.ts';
import { unescapeHtml } from '#contract/text/unescape-html.ts';

const SIGN = '<meta name="generator" content="Spolu comparison">';
const TEXT = /<main[ >][^]*<\/main>/;
const CHANGE =
  /<(?:ins|del|span|div)\s(?:[^>"]|"[^"]*")*?data-change="[^"]*"(?:[^>"]|"[^"]*")*>(?:<[a-z][^>]*>)*([^<]*)/g;

export function noteMarkedChanges(page: string, book: LossBook): void {
  if (!page.slice(0, page.indexOf('</head>')).includes(SIGN)) return;
  for (const [, text = ''] of (TEXT.exec(page)?.[0] ?? '').matchAll(CHANGE))
    book.note('change', 'simplified', unescapeHtml(text));
}
