import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDocuments } from '#contract/comparison/compare-documents.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { project, type Part } from '#contract/comparison/parts.ts';
import { block, doc, p, pairsOfDocuments, text } from '../../../support/document-nodes.ts';

/** `[-gone-]`, `{+new+}` and `(~formatted~)`, with the number of the change. */
const draw = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      switch (part.kind) {
        case 'same':
          return plain(part.node);
        case 'before':
          return `[${part.id}-${plain(part.node)}-]`;
        case 'after':
          return `{${part.id}+${plain(part.node)}+}`;
        case 'formatted':
          return `(${part.id}~${plain(part.after)}~)`;
        case 'inside':
          return `<${part.id ?? ''}${part.after.type} ${draw(part.parts)}>`;
      }
    })
    .join('');
const plain = (node: DocumentNode): string =>
  node.text ??
  (node.content === undefined ? `<${node.type}>` : `<${node.type} ${node.content.map(plain).join('')}>`);

const compare = (before: DocumentNode, after: DocumentNode) => {
  const { parts, changes } = compareDocuments(before, after);
  return [draw(parts), changes.map(({ id, kind }) => `${id} ${kind}`).join(', ')];
};

describe('a change is shown by words', () => {
  const link = {
    type: 'text',
    text: 'here',
    marks: [{ type: 'link', attrs: { href: 'https://a.example' } }],
  };
  const elsewhere = { ...link, marks: [{ type: 'link', attrs: { href: 'https://b.example' } }] };
  const heading = (level: number, words: string) => ({ ...block('heading', text(words)), attrs: { level } });
  const formula = (latex: string) => ({ type: 'blockMath', attrs: { latex } });
  const image = (width: number) => ({ type: 'image', attrs: { src: 'a.png', width } });
  const cell = (words: string) => block('tableCell', p(words));
  const row = (...words: string[]) => block('tableRow', ...words.map(cell));
  const merged = (colspan: number, ...lines: string[]) => ({
    ...block('tableCell', ...lines.map((line) => p(line))),
    attrs: { colspan, rowspan: 1 },
  });
  const wide = (width: number, ...content: DocumentNode[]) => ({
    ...block('tableCell', ...content),
    attrs: width > 0 ? { colwidth: [width] } : {},
  });
  const column = (width: number, second: string) =>
    doc(
      block(
        'table',
        block('tableRow', cell('one'), wide(width, p('two'))),
        block('tableRow', cell('three'), wide(width, p(second))),
        block('tableRow', cell('five'), wide(width, block('paragraph'))),
      ),
    );
  test.each<[string, DocumentNode, DocumentNode, string, string]>([
    ...(
      [
        [0, 120],
        [120, 0],
        [120, 48],
      ] as const
    ).map(([from, to]): [string, DocumentNode, DocumentNode, string, string] => [
      `a column of ${from} px and a word in it`,
      column(from, 'four old'),
      column(to, 'four new'),
      '<table <tableRow <tableCell <paragraph one>><1tableCell <paragraph two>>><tableRow <tableCell <paragraph three>><1tableCell <paragraph four [2-old-]{2+new+}>>><tableRow <tableCell <paragraph five>><1tableCell <paragraph>>>>',
      '1 formatted, 2 changed',
    ]),
    ['nothing', doc(p('one')), doc(p('one')), '<paragraph one>', ''],
    [
      'a word is replaced',
      doc(p('the old plan')),
      doc(p('the new plan')),
      '<paragraph the [1-old-]{1+new+} plan>',
      '1 changed',
    ],
    [
      'a word is added',
      doc(p('the plan')),
      doc(p('the good plan')),
      '<paragraph the {1+good +}plan>',
      '1 added',
    ],
    [
      'a word is deleted',
      doc(p('the good plan')),
      doc(p('the plan')),
      '<paragraph the [1-good -]plan>',
      '1 removed',
    ],
    [
      'words side by side are one change',
      doc(p('it was an old plan')),
      doc(p('it was a new plan')),
      '<paragraph it was [1-an old-]{1+a new+} plan>',
      '1 changed',
    ],
    [
      'two places are two changes',
      doc(p('one two three four')),
      doc(p('uno two three cuatro')),
      '<paragraph [1-one-]{1+uno+} two three [2-four-]{2+cuatro+}>',
      '1 changed, 2 changed',
    ],
    [
      'Czech words',
      doc(p('Žluťoučký kůň úpěl')),
      doc(p('Žluťoučký hříbě úpěl')),
      '<paragraph Žluťoučký [1-kůň-]{1+hříbě+} úpěl>',
      '1 changed',
    ],
    [
      'a language without spaces',
      doc(p('今日は良い天気です')),
      doc(p('今日は悪い天気です')),
      '<paragraph 今日は[1-良い-]{1+悪い+}天気です>',
      '1 changed',
    ],
    [
      'an emoji of several signs',
      doc(p('we 👨‍👩‍👧 go')),
      doc(p('we 👩‍🚀 go')),
      '<paragraph we [1-👨‍👩‍👧-]{1+👩‍🚀+} go>',
      '1 changed',
    ],
    [
      'bold',
      doc(p('a bold word')),
      doc(p('a ', text('bold', 'bold'), ' word')),
      '<paragraph a (1~bold~) word>',
      '1 formatted',
    ],
    [
      'a link elsewhere',
      doc(p('see ', link)),
      doc(p('see ', elsewhere)),
      '<paragraph see (1~here~)>',
      '1 formatted',
    ],
    [
      'a heading of a paragraph',
      doc(p('The plan')),
      doc(heading(2, 'The plan')),
      '<1heading The plan>',
      '1 formatted',
    ],
    [
      'its level, and a word',
      doc(heading(2, 'The old plan')),
      doc(heading(1, 'The new plan')),
      '<1heading The [2-old-]{2+new+} plan>',
      '1 formatted, 2 changed',
    ],
    [
      'a paragraph is added',
      doc(p('one')),
      doc(p('one'), p('two')),
      '<paragraph one>{1+<paragraph two>+}',
      '1 added',
    ],
    [
      'a paragraph is deleted',
      doc(p('one'), p('two')),
      doc(p('two')),
      '[1-<paragraph one>-]<paragraph two>',
      '1 removed',
    ],
    [
      'a paragraph is moved',
      doc(p('a long line'), p('b'), p('c')),
      doc(p('b'), p('c'), p('a long line')),
      '[1-<paragraph a long line>-]<paragraph b><paragraph c>{1+<paragraph a long line>+}',
      '1 moved',
    ],
    [
      'a list is numbered',
      doc(block('bulletList', block('listItem', p('milk')))),
      doc(block('orderedList', block('listItem', p('milk')))),
      '<1orderedList <listItem <paragraph milk>>>',
      '1 formatted',
    ],
    ['an image is resized', doc(image(50)), doc(image(80)), '[1-<image>-]{1+<image>+}', '1 changed'],
    [
      'a formula is replaced by another',
      doc(formula('a^2')),
      doc(formula('b + c')),
      '[1-<blockMath>-]{1+<blockMath>+}',
      '1 changed',
    ],
    [
      'a formula in a line is replaced by another',
      doc(p({ ...formula('a^2'), type: 'inlineMath' })),
      doc(p({ ...formula('b'), type: 'inlineMath' })),
      '<paragraph [1-<inlineMath>-]{1+<inlineMath>+}>',
      '1 changed',
    ],
    [
      'a formula is moved',
      doc(formula('a^2 + b^2 = c^2'), p('one'), p('two')),
      doc(p('one'), p('two'), formula('a^2 + b^2 = c^2')),
      '[1-<blockMath>-]<paragraph one><paragraph two>{1+<blockMath>+}',
      '1 moved',
    ],
    [
      'a word that was bold in part is one word',
      doc(p('be', text('fore', 'bold'))),
      doc(p('before')),
      '<paragraph [1-be-][1-fore-]{1+before+}>',
      '1 changed',
    ],
    [
      'a table gets a row',
      doc(block('table', row('a', 'b'))),
      doc(block('table', row('a', 'b'), row('c', 'd'))),
      '<table <tableRow <tableCell <paragraph a>><tableCell <paragraph b>>>{1+<tableRow <tableCell <paragraph c>><tableCell <paragraph d>>>+}>',
      '1 added',
    ],
    [
      'a table gets a column',
      doc(block('table', row('a'), row('c'))),
      doc(block('table', row('a', 'b'), row('c', 'd'))),
      '<table <tableRow <tableCell <paragraph a>>{1+<tableCell <paragraph b>>+}><tableRow <tableCell <paragraph c>>{2+<tableCell <paragraph d>>+}>>',
      '1 added, 2 added',
    ],
    [
      'cells are merged',
      doc(block('table', row('a', 'b', 'c'))),
      doc(block('table', block('tableRow', merged(2, 'a', 'b'), cell('c')))),
      '<table <tableRow <1tableCell <paragraph a>{1+<paragraph b>+}>[1-<tableCell <paragraph b>>-]<tableCell <paragraph c>>>>',
      '1 changed',
    ],
    [
      'a cell is split',
      doc(block('table', block('tableRow', merged(2, 'a'), cell('c')))),
      doc(block('table', row('a', '', 'c'))),
      '<table <tableRow <1tableCell <paragraph a>>{1+<tableCell <paragraph >>+}<tableCell <paragraph c>>>>',
      '1 changed',
    ],
    [
      'a word in a cell',
      doc(block('table', row('good morning', 'b'))),
      doc(block('table', row('good evening', 'b'))),
      '<table <tableRow <tableCell <paragraph good [1-morning-]{1+evening+}>><tableCell <paragraph b>>>>',
      '1 changed',
    ],
    [
      'everything',
      doc(p('alpha')),
      doc(p('omega')),
      '[1-<paragraph alpha>-]{2+<paragraph omega>+}',
      '1 removed, 2 added',
    ],
  ])('%s', (_name, before, after, drawn, changes) => {
    const [parts, list] = compare(before, after);
    expect(list).toBe(changes);
    // Unchanged blocks may be shown whole or by their children.
    expect(parts).toBe(drawn);
  });
});

describe('taking changes back', () => {
  const before = doc(p('the old plan'), p('goes away'), p('stays'));
  const after = doc(p('the new plan'), p('stays'), p('is new here'));
  const { parts, changes } = compareDocuments(before, after);
  const texts = (chosen: number[]) => project(parts, new Set(chosen)).map((node) => node.content?.[0]?.text);
  test('none gives the later document, all the earlier one, and one only that', () => {
    expect(changes.map(({ kind }) => kind)).toEqual(['changed', 'removed', 'added']);
    expect(texts([])).toEqual(['the new plan', 'stays', 'is new here']);
    expect(texts([1, 2, 3])).toEqual(['the old plan', 'goes away', 'stays']);
    expect(texts([2])).toEqual(['the new plan', 'goes away', 'stays', 'is new here']);
    expect(texts([1])).toEqual(['the old plan', 'stays', 'is new here']);
  });
  test('a container never stays without what it must have', () => {
    const list = (...items: string[]) =>
      block('bulletList', ...items.map((item) => block('listItem', p(item))));
    const compared = compareDocuments(doc(list('one two')), doc(list('three four', 'one two three')));
    for (const chosen of subsets(compared.changes.map(({ id }) => id))) {
      expect(findEmpty(project(compared.parts, chosen))).toEqual([]);
    }
  });
});

const subsets = (ids: readonly number[]): Set<number>[] =>
  Array.from(
    { length: 2 ** ids.length },
    (_, bits) => new Set(ids.filter((_id, at) => (bits >> at) % 2 === 1)),
  );
const findEmpty = (nodes: readonly DocumentNode[]): string[] =>
  nodes.flatMap((node) => [
    ...(node.text === undefined && !['paragraph', 'heading'].includes(node.type) && node.content?.length === 0
      ? [node.type]
      : []),
    ...findEmpty(node.content ?? []),
  ]);

const runs = Number(process.env['SPOLU_COMPARISONS'] ?? 300);

test('all changes taken back give the earlier document, none the later one', () => {
  fc.assert(
    fc.property(pairsOfDocuments, ([before, after]) => {
      const { parts, changes } = compareDocuments(before, after);
      expect(project(parts, new Set(changes.map(({ id }) => id)))).toEqual(before.content ?? []);
      expect(project(parts, new Set())).toEqual(after.content ?? []);
      expect(changes.map(({ id }) => id)).toEqual(changes.map((_, at) => at + 1));
    }),
    { numRuns: runs, seed: 27 },
  );
});

test('changes that are not chosen stay, whatever is chosen', () => {
  fc.assert(
    fc.property(
      pairsOfDocuments,
      fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      ([before, after], bits) => {
        const { parts, changes } = compareDocuments(before, after);
        const chosen = new Set(changes.map(({ id }) => id).filter((id) => bits[id % 40]));
        const shown = project(parts, chosen).map(plainText).join('|').replaceAll(/\s+/g, '');
        const kept = wordsThatStay(parts, chosen).join('').replaceAll(/\s+/g, '');
        expect(shown.replaceAll('|', '')).toBe(kept);
      },
    ),
    { numRuns: runs, seed: 28 },
  );
});

const plainText = (one: DocumentNode): string => one.text ?? (one.content ?? []).map(plainText).join('|');
const wordsThatStay = (parts: readonly Part[], chosen: ReadonlySet<number>): string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'inside') return wordsThatStay(part.parts, chosen);
    if (part.kind === 'same') return [plainText(part.node).replaceAll('|', '')];
    if (part.kind === 'formatted') return [plainText(part.after)];
    return chosen.has(part.id) === (part.kind === 'before') ? [plainText(part.node).replaceAll('|', '')] : [];
  });

test('a comparison costs in proportion to what changed', () => {
  const big = (count: number, from: string) =>
    doc(
      ...Array.from({ length: count }, (_, at) =>
        p(`${at % 10 === 0 ? from : 'line'} ${at} with ten words in all of them here`),
      ),
    );
  const timeOf = (count: number): number => {
    const [a, b] = [big(count, 'old'), big(count, 'new')];
    const startMs = performance.now();
    compareDocuments(a, b);
    return performance.now() - startMs;
  };
  // The fastest of several by turns: other work on the machine only adds time.
  const rounds = Array.from({ length: 5 }, () => ({ part: timeOf(500), whole: timeOf(8000) }));
  const part = Math.min(...rounds.map((round) => round.part));
  const whole = Math.min(...rounds.map((round) => round.whole));
  // Sixteen times the words, 80,000. In proportion to their square it would be 256 times.
  expect(whole / part).toBeLessThan(80);
});
