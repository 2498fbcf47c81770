// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paste } from '../../../../support/editors.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';

seatOne();

const read = (name: string): string => readFileSync(join(import.meta.dirname, `${name}.html`), 'utf8');
/** One block to a line. */
const shown = (): string =>
  `${seat.editor
    .getHTML()
    .replaceAll(/<\/?(?:p|h\d|ul|ol|li|blockquote|pre|div|hr|table|tbody|tr|td)\b/g, (tag) =>
      tag.startsWith('</') ? tag : `\n${tag}`,
    )
    .trim()}\n`;

test.each(['word', 'google-docs', 'libreoffice', 'web-page', 'github'])(
  'pasted from %s, the structure stays and the looks go',
  async (name) => {
    paste(seat, { html: read(name), text: 'plain' });
    await expect(shown()).toMatchFileSnapshot(`${name}.golden.txt`);
    expect(shown()).not.toMatch(
      /class="(?!language-)|color|font|utm_|gclid|fbclid|Mso|javascript|onclick|pixel/,
    );
  },
);

test('pasted as plain text, the looks and the structure go', () => {
  paste(seat, { html: read('google-docs'), text: 'Agenda\nPlain' }, true);
  expect(seat.editor.getText({ blockSeparator: '\n' })).toBe('Agenda\nPlain');
  expect(seat.editor.isActive('heading')).toBe(false);
});

test('what was copied here is pasted as it was', () => {
  paste(seat, {
    html: '<ol data-pm-slice="2 2 []" start="3"><li><p style="text-align: center">a</p></li></ol>',
  });
  expect(seat.editor.getHTML()).toContain('text-align: center');
});
