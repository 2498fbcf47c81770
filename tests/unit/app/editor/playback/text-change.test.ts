import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { changeBetween, markChange, writePart } from '../../../../../src/app/editor/playback/text-change.ts';
import { block, p, text } from '../../../../support/document-nodes.ts';

const MARK = { type: 'change' };

/** The nodes as text, with what was typed in brackets. */
function shownOf(before: readonly DocumentNode[], after: readonly DocumentNode[], shown: number): string {
  const draw = ({ type, text, marks, content = [] }: DocumentNode): string => {
    if (text !== undefined) return marks?.some((mark) => mark.type === MARK.type) ? `[${text}]` : text;
    return `<${type}>${content.map(draw).join('')}`;
  };
  const part = writePart(after, changeBetween(before, after), shown).flat();
  return markChange(part, changeBetween(before, part), MARK).flat().map(draw).join('');
}

test.each([
  ['at the end', [p('One')], [p('One and two')], 3, '<paragraph>One[ an]'],
  ['in the middle', [p('One two')], [p('One and two')], 2, '<paragraph>One [an]two'],
  ['in place of other text', [p('the old plan')], [p('the new plan')], 1, '<paragraph>the [n] plan'],
  ['nothing yet', [p('One')], [p('One, two')], 0, '<paragraph>One'],
  ['all of it', [p('One')], [p('One, two')], Infinity, '<paragraph>One[, two]'],
  ['a new block, which is not there yet', [p('a')], [p('a'), p('bcd')], 0, '<paragraph>a'],
  ['a new block', [p('a')], [p('a'), p('bcd')], 2, '<paragraph>a<paragraph>[bc]'],
  [
    'a list, whose second item is not there yet',
    [],
    [block('bulletList', block('listItem', p('ab')), block('listItem', p('cd')))],
    2,
    '<bulletList><listItem><paragraph>[ab]',
  ],
  [
    'a rule and a text',
    [p('a')],
    [p('a'), block('horizontalRule'), p('b')],
    1,
    '<paragraph>a<horizontalRule>',
  ],
  ['only a deletion', [p('One two')], [p('One')], 0, '<paragraph>One'],
  ['an emoji instead of its neighbour', [p('😀')], [p('😁')], 1, '<paragraph>[😁]'],
] as const)('%s', (_, before, after, shown, drawn) => {
  expect(shownOf(before, after, shown)).toBe(drawn);
});

test('at the end everything is there, at the start nothing of what was typed', () => {
  const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), { maxLength: 4 });
  const plain = (nodes: readonly DocumentNode[]): string =>
    nodes.map(({ text, content = [] }) => text ?? plain(content)).join('');
  fc.assert(
    fc.property(words, words, fc.nat(20), (old, now, shown) => {
      const [before, after] = [old, now].map((lines) => lines.map((line) => block('paragraph', text(line))));
      const change = changeBetween(before!, after!);
      const write = (count: number): string => plain(writePart(after!, change, count).flat());
      expect(write(Infinity)).toBe(plain(after!));
      expect(write(0).length).toBe(plain(after!).length - change.typed);
      expect(write(shown)).not.toMatch(/[\uD800-\uDFFF]/u);
      expect(plain(before!).length - change.gone + change.typed).toBe(plain(after!).length);
    }),
  );
});
