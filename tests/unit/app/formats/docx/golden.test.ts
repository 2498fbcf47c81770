import { describe, expect, test } from 'vitest';
import { readDocx } from '../../../../../src/app/formats/docx/read-docx.ts';
import type { Golden } from '../../../../formats/by-description/golden.ts';
import { makeDocx } from '../../../../formats/by-description/make-docx.ts';
import { GOOGLE_DOCS, LIBREOFFICE, OWN, PAGES } from '../../../../formats/by-description/other-programs.ts';
import { REVIEW } from '../../../../formats/by-description/review.ts';
import { WORD } from '../../../../formats/by-description/word.ts';

const PROGRAMS: Readonly<Record<string, readonly Golden[]>> = {
  Word: WORD,
  'Word under review': REVIEW,
  LibreOffice: LIBREOFFICE,
  'Google Docs': GOOGLE_DOCS,
  Pages: PAGES,
  Spolu: OWN,
};

/** Signs of threads, as people can read them. */
const legible = (html: string): string =>
  html.replaceAll(/\uFDD2(\/?)(\w+)\uFDD3/g, (_, end, id) => (end ? `${id}]` : `[${id}`));

describe.each(Object.entries(PROGRAMS))('a file of %s', (_, goldens) => {
  test.each(goldens)('$name', async ({ parts, changes = 'accept', ...expected }) => {
    const read = await readDocx(makeDocx(parts), { changes });
    if (!read.ok) throw new Error(`${read.code} ${read.part}`);
    const { text } = read;
    expect(text.blocks.map(legible)).toEqual(expected.blocks);
    expect(text.losses.map(({ kind, severity, count, block }) => [kind, severity, count, block])).toEqual(
      (expected.losses ?? []).map(([kind, severity, count, block = null]) => [kind, severity, count, block]),
    );
    expect(text.title).toBe(expected.title ?? '');
    expect(
      text.threads.map(({ isResolved, comments }) => [
        ...(isResolved ? ['done'] : []),
        ...comments.map(
          ({ author, content }) =>
            `${author}: ${content.map(({ content: parts = [] }) => parts.map((one) => one.text ?? '/').join('')).join(' | ')}`,
        ),
      ]),
    ).toEqual(expected.threads ?? []);
  });
});
