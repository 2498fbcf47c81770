/** Losses of what stands outside the text: headers, footers, columns. */
import type { Reading } from './read-state.ts';
import { childOf, findAll, named, textOf } from './read-xml.ts';

export function noteOutside({ docx, signs }: Reading): void {
  const texts = [...docx.parts('header'), ...docx.parts('footer')].map(({ root }) => textOf(root).trim());
  // Numbers of pages are no text.
  for (const text of new Set(texts.filter((one) => /\p{L}{2}/u.test(one))))
    signs.loss('header', 'lost', text);
  for (const section of findAll(docx.document, named('w:sectPr'))) {
    if (Number(childOf(section, 'w:cols')?.attributes['w:num'] ?? 1) > 1) signs.loss('columns', 'lost');
  }
}
