// @vitest-environment jsdom
/**
 * `golden/<program>.html` is the clipboard of a program, written by its description; `golden/<program>.txt` is what its user
 * expects to see after the paste.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lacksImages } from '../../../../../src/app/editor/images/pasted-images.ts';
import { paste, readHtml } from '../../../../support/editors.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';

seatOne();

const GOLDEN = join(import.meta.dirname, 'golden');
const programs = readdirSync(GOLDEN).flatMap((file) => (file.endsWith('.html') ? [file.slice(0, -5)] : []));

const read = (program: string): string => readFileSync(join(GOLDEN, `${program}.html`), 'utf8');
/** One block per line. */
const shown = (): string =>
  `${readHtml(seat.editor)
    .replaceAll(/<\/?(?:p|h\d|ul|ol|li|blockquote|pre|div|hr|table|tbody|tr|td|th|details)\b/g, (tag) =>
      tag.startsWith('</') ? tag : `\n${tag}`,
    )
    .trim()}\n`;

test.each(programs)(
  'pasted from %s, visible content keeps its structure and hidden content is dropped',
  async (program) => {
    paste(seat, { html: read(program), text: 'plain' });
    const warning = lacksImages({ files: [], html: read(program), rtf: '' })
      ? '(notice: images of other sites are left out)\n'
      : '';
    await expect(`${shown()}${warning}`).toMatchFileSnapshot(join(GOLDEN, `${program}.txt`));
    expect(shown()).not.toMatch(
      /class="(?!language-|table-scroll)|color|font|utm_|gclid|fbclid|Mso|javascript:|onclick|pixel|secret|Copy/,
    );
  },
);

test('pasted lines of code become a separate block, even within text', () => {
  seat.editor.commands.setContent('<p>beforeafter</p>');
  seat.editor.commands.setTextSelection(7);
  paste(seat, { html: read('jetbrains'), text: 'plain' });
  expect(readHtml(seat.editor)).toBe(
    '<p>before</p><pre><code>def f():\n    return 1\n\nf()</code></pre><p>after</p>',
  );
});

test('a pasted single line of code joins its sentence', () => {
  seat.editor.commands.setContent('<p>before</p>');
  seat.editor.commands.setTextSelection(7);
  paste(seat, { html: '<pre><span>f</span>()</pre>', text: 'f()' });
  expect(seat.editor.getText()).toBe('beforef()');
});

test('pasting as plain text drops looks and structure', () => {
  paste(seat, { html: read('google-docs'), text: 'Agenda\nPlain' }, true);
  expect(seat.editor.getText({ blockSeparator: '\n' })).toBe('Agenda\nPlain');
  expect(seat.editor.isActive('heading')).toBe(false);
});

test('content copied here is pasted unchanged', () => {
  paste(seat, {
    html: '<ol data-pm-slice="2 2 []" start="3"><li><p style="text-align: center">a<br><br>b</p></li><li><p>&lt;i class="x" style="display:none"></p></li></ol>',
  });
  expect(readHtml(seat.editor)).toContain('text-align: center;">a<br><br>b</p>');
});

test.each([
  ['a number in a sheet', '<td align=right>1,5</td>', '<td><p style="text-align: right;">1,5</p></td>'],
  ['a style', '<td style="text-align:center">a</td>', '<td><p style="text-align: center;">a</p></td>'],
  [
    'paragraphs, of which one has its own',
    '<td style="text-align:right"><p>a</p><p style="text-align:center">b</p></td>',
    '<td><p style="text-align: right;">a</p><p style="text-align: center;">b</p></td>',
  ],
  ['Hebrew, which starts there', '<td dir="rtl" style="text-align:right">שלום</td>', '<td><p>שלום</p></td>'],
  ['the side at which it starts', '<td style="text-align:left">a</td>', '<td><p>a</p></td>'],
])('a pasted cell is aligned as it was: %s', (_name, cell, stored) => {
  paste(seat, { html: `<table border><tr>${cell}<td>z</td></tr></table>`, text: 'plain' });
  const plain = readHtml(seat.editor).replaceAll(/ (?:colspan|rowspan)="1"/g, '');
  expect(plain).toContain(stored);
});
