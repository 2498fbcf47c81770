// @vitest-environment jsdom
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { fromMarkdown } from '../../../../../src/app/editor/markdown/from-markdown.ts';
import { readPlainText } from '../../../../../src/app/editor/markdown/plain-text.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';
import {
  closeSeat,
  connectSeats,
  openSeat,
  paste,
  pressKeys,
  typeText,
  readHtml,
} from '../../../../support/editors.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';

const schema = documentSchema();

/** The text as it would be copied. */
const plainOf = (text: string): string => {
  const { content } = readPlainText(schema, text, []);
  return content.textBetween(0, content.size, '\n\n', '\n');
};

test.each([
  ['one line', 'return (x**2 + y**2) ** 0.5'],
  ['a program', 'def f(x):\n    return x**2\n\nprint(f(2))'],
  ['a poem', 'Byl pozdní večer –\n    první máj –\n\nvečerní máj'],
  ['empty lines', 'a\n\n\n\nb\n\nc'],
  ['spaces at both ends', '  a  b  \n  c '],
  ['tabs', 'a\tb\n\tc'],
  ['an empty line above', '\na'],
])('%s stays as it is', (_name, text) => expect(plainOf(text)).toBe(text));

test.each([
  ['Windows', 'a\r\nb\r\n\r\nc'],
  ['old Macs', 'a\rb\r\rc'],
  ['line separators', 'a\u2028b\n\u2028c'],
  ['Word', 'a\vb\n\nc'],
  ['a line end behind', 'a\nb\n\nc\n'],
])('line ends of %s are line ends', (_name, text) => expect(plainOf(text)).toBe('a\nb\n\nc'));

test('each line is a paragraph when there are very many', () => {
  expect(readPlainText(schema, 'a\n'.repeat(200), []).content.childCount).toBe(1);
  expect(readPlainText(schema, 'a\n'.repeat(201), []).content.childCount).toBe(201);
});

/** Pieces whose Markdown meaning hides no letters. */
const markdown = fc
  .array(
    fc.constantFrom(
      ...[
        'word',
        'Žluťoučký',
        '文字',
        'x2',
        'a_b',
        'x**2',
        'f[i](e)',
        '**',
        '*',
        '_',
        '__',
        '~~',
        '~',
        '==',
        '`',
        '``',
      ],
      ...[
        '# ',
        '> ',
        '- ',
        '* ',
        '\n',
        '\n\n',
        '    ',
        ' ',
        '  ',
        '[',
        ']',
        '(',
        ')',
        '![',
        '](',
        '<',
        '>',
        '<T>',
        '$',
      ],
      ...[
        '$$',
        '\\',
        '|',
        '---',
        '===',
        ':',
        '[note]: x',
        '[^a]: b',
        'https://a.cz',
        'www.b.cz',
        'me@c.cz',
        '&',
        ';',
      ],
    ),
    { maxLength: 25 },
  )
  .map((pieces) => pieces.join(''));

test('text read as Markdown keeps all of its letters in order', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      // Text behind a fence is the name of a language.
      fc.pre(!/`{3}|~{3}/.test(text));
      const doc = fromMarkdown(schema, text);
      const kept = doc.textBetween(0, doc.content.size, '\n', ({ type, attrs }) =>
        type.name === 'inlineMath' || type.name === 'blockMath' ? String(attrs['latex']) : '',
      );
      const letters = (all: string): string => all.replaceAll(/[^\p{L}\p{N}]/gu, '');
      expect(letters(kept)).toBe(letters(text));
    }),
    { numRuns: 300, seed: 24 },
  );
});

describe('the offer', () => {
  let keep: (() => void) | null = null;
  let offers = 0;
  beforeEach(() => {
    keep = null;
    offers = 0;
  });
  seatOne({
    offerPlainText: (choice) => {
      keep = choice;
      offers += 1;
      return () => (keep = null);
    },
  });

  const TEXT = '# Plan\n\n- one\n- **two**';
  const textNow = (): string => seat.editor.getText({ blockSeparator: '\n\n' });
  const pasteText = async (text = TEXT): Promise<void> => {
    paste(seat, { text });
    await new Promise<void>((resolve) => seat.editor.once('update', () => resolve()));
  };

  test('restores the plain text, in one undo step', async () => {
    await pasteText();
    expect(readHtml(seat.editor)).toContain('<h1>Plan</h1>');
    keep?.();
    expect(textNow()).toBe(TEXT);
    expect(keep).toBeNull();
    pressKeys(seat.editor, 'z', { ctrlKey: true });
    expect(readHtml(seat.editor)).toContain('<h1>Plan</h1>');
  });

  test('restores the line into which the text was pasted', async () => {
    seat.editor.commands.insertContent('see  now');
    seat.editor.commands.setTextSelection(5);
    await pasteText('**bold** words');
    keep?.();
    expect(textNow()).toBe('see **bold** words now');
  });

  test.each([
    ['tasks', '- [x] one\n- [ ] **two** ==marked=='],
    ['a callout', '> [!tip] Title\n> text with $a_1$'],
    ['a table', '| A | B |\n| :-: | --- |\n| 1 | `x|y` |'],
    ['links and a list', '1. one https://a.cz\n2. [two](https://b.cz)'],
    ['code', '```js\nx\n```\n\nand\n\n$$\ny\n$$'],
  ])('is shown for %s', async (_name, text) => {
    seat.editor.commands.insertContent('<p>above</p><p></p>');
    await pasteText(text);
    await new Promise((resolve) => setTimeout(resolve));
    expect(keep).not.toBeNull();
    keep?.();
    // Behind a table and similar blocks, a line was added.
    expect(textNow().trimEnd()).toBe(`above\n\n${text}`);
  });

  test('short lines stay lines in converted Markdown, long ones are joined', async () => {
    const long = 'These words are long enough that a program has broken the line here';
    await pasteText(`**Thanks**\nPetr\n\n${long}\nand here.`);
    expect(readHtml(seat.editor)).toBe(`<p><strong>Thanks</strong><br>Petr</p><p>${long} and here.</p>`);
  });

  test('is shown again for the next paste', async () => {
    await pasteText();
    seat.editor.commands.insertContentAt(0, '<p></p>');
    seat.editor.commands.setTextSelection(1);
    await pasteText('a **bold** word');
    expect(offers).toBe(2);
    keep?.();
    expect(textNow()).toContain('a **bold** word');
  });

  test('is not shown for plain text', () => {
    paste(seat, { text: 'return (x**2 + y**2) ** 0.5' });
    expect(textNow()).toBe('return (x**2 + y**2) ** 0.5');
    expect(keep).toBeNull();
  });

  test('ends with a local change of that text, or with undo', async () => {
    await pasteText();
    typeText(seat, 'x');
    expect(keep).toBeNull();
    seat.editor.commands.clearContent();
    await pasteText();
    expect(keep).not.toBeNull();
    pressKeys(seat.editor, 'z', { ctrlKey: true });
    expect(keep).toBeNull();
  });

  test('stays during remote changes elsewhere and ends with one there', async () => {
    const other = openSeat('Petr', '#0d6ece');
    connectSeats(seat, other);
    seat.editor.commands.insertContent('<p>above</p><p></p>');
    await pasteText();
    other.editor.commands.insertContentAt(1, 'far ');
    expect(keep).not.toBeNull();
    keep?.();
    expect(textNow()).toBe(`far above\n\n${TEXT}`);
    seat.editor.commands.setTextSelection(seat.editor.state.doc.content.size - 1);
    seat.editor.commands.insertContent('<p></p>');
    await pasteText();
    other.editor.commands.insertContentAt(other.editor.state.doc.content.size - 3, 'near');
    expect(keep).toBeNull();
    closeSeat(other);
  });
});
