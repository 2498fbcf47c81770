/** Arbitrary documents of the editor's schema for property tests: every node, mark and attribute, and awkward text. */
import type { Mark, Node, Schema } from '@tiptap/pm/model';
import * as fc from 'fast-check';
import { CALLOUT_KINDS } from '../../src/app/editor/schema/callout-kinds.ts';
import { HIGHLIGHT_COLORS, storedColor } from '../../src/app/editor/schema/highlight.ts';
import { HEADING_LEVELS } from '../../src/app/editor/schema/document-schema.ts';

type Any<Value> = fc.Arbitrary<Value>;

/** Syntax of Markdown and HTML, and scripts without spaces between words. */
const PIECES = [
  ...`* ** *** _ __ ~ ~~ \` \`\` \`\`\` [ ] ( ) [x] [ ] ![ ]( | || $ $$ # ## > < <div> </p> <br> <!-- --> & &amp; &#42; \\ \\\\ + - --- === = == : ; " ' ! ? . , 1. 2) 12. 0 @`.split(
    ' ',
  ),
  ...[
    '- ',
    '* ',
    '1. ',
    '# ',
    '> ',
    '    ',
    ' ',
    '  ',
    '\t',
    '\u00a0',
    '\u3000',
    '\u200b',
    '\ufeff',
    '\u2028',
  ],
  ...[
    'a',
    'b',
    'word',
    'Žluťoučký kůň',
    '„uvozovky“',
    '文',
    '「文」',
    '字。',
    '한글',
    'かな',
    'العربية',
    'שלום',
  ],
  ...['😀', '👩‍👩‍👧', '🇨🇿', 'é', 'e\u0301', '–', '…', '€', '©', '5 €', '$5', 'https://a.cz/x_y', 'www.b.cz'],
  ...['jana@example.com', 'x^2', ':--', '| --- |', '[!NOTE]', '[^1]', '[a]: b', '{', '}', '/', '%', '~/bin'],
] as const;

const text: Any<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((pieces) =>
    pieces.join('').replaceAll(/[\p{Cc}\ud800-\udfff]/gu, (char) => (char === '\t' ? char : '')),
  )
  .filter((joined) => joined !== '');

const lines: Any<string> = fc
  .array(fc.oneof(text, fc.constantFrom('', ' ', '```', '~~~~', '    x')), { maxLength: 5 })
  .map((all) => all.join('\n'));

const path = fc
  .tuple(fc.uuid(), fc.uuid(), fc.constantFrom('png', 'jpg', 'gif', 'webp', 'avif'))
  .map(([document, image, extension]) => `${document}/${image}.${extension}`);

const address = fc.oneof(
  fc.constantFrom(
    'https://a.cz',
    'https://a.cz/x_y_(z)',
    'https://a.cz/a b',
    'https://a.cz/[1]?x=1&copy;=2&y=*a*#`b`',
    'https://a.cz/((',
    'https://čeština.cz/ř%20\\(',
    'mailto:jana@example.com',
    'tel:+420123456789',
    'https://a.cz/?utm_source=x|y',
    'https://a.cz/<x>"y"',
  ),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
);

const latex = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    '\\frac{1}{2}',
    'a < b & c',
    ' x ',
    '5$',
    'a\\$b',
    'x|y',
    'a\n\nb',
    'a\nb',
    '*a*',
    '`',
    '"',
    '\\',
  ),
  text,
);

const alignment = fc.oneof(
  { weight: 5, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom('left', 'center', 'right', 'justify') },
);

function anyMarks({ marks }: Schema): Any<readonly Mark[]> {
  const plain = ['bold', 'italic', 'strike', 'underline', 'subscript', 'superscript'] as const;
  const link = fc
    .tuple(address, fc.oneof(fc.constant(null), text, fc.constant('2024')))
    .map(([href, title]) => marks['link']!.create({ href, title }));
  const highlight = fc
    .constantFrom(...HIGHLIGHT_COLORS)
    .map((color) => marks['highlight']!.create({ color: storedColor(color) }));
  const one = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...plain).map((name) => marks[name]!.create()) },
    { weight: 1, arbitrary: link },
    { weight: 1, arbitrary: highlight },
  );
  const several = fc
    .array(one, { maxLength: 3 })
    .map((all) => all.reduce((set: readonly Mark[], mark) => mark.addToSet(set), []));
  return fc.oneof(
    { weight: 8, arbitrary: several },
    { weight: 1, arbitrary: fc.constant([marks['code']!.create()]) },
  );
}

function anyInline(schema: Schema): Any<readonly Node[]> {
  const marked = anyMarks(schema);
  const words = fc.tuple(text, marked).map(([value, marks]) => schema.text(value, marks));
  const node = (name: string, attrs: Any<Record<string, unknown> | null>): Any<Node> =>
    fc.tuple(attrs, marked).map(([values, marks]) => schema.node(name, values, [], marks));
  const linkText = address.map((href) => schema.text(href, [schema.marks['link']!.create({ href })]));
  const name = fc
    .oneof(fc.constantFrom('Jana Nováková', '*Jan*', 'a_b', '<b>', '李'), text)
    .filter((label) => label.trim() !== '');
  const label = name.map(
    (value) =>
      value
        .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
        .replace(/^@+/, '')
        .trim() || '?',
  );
  const one = fc.oneof(
    { weight: 12, arbitrary: words },
    { weight: 2, arbitrary: node('hardBreak', fc.constant(null)) },
    { weight: 1, arbitrary: node('mention', fc.record({ id: fc.uuid(), label })) },
    { weight: 1, arbitrary: node('inlineMath', fc.record({ latex })) },
    { weight: 1, arbitrary: linkText },
  );
  return fc.array(one, { maxLength: 6 });
}

/** `depth`: how many levels of nested blocks are still allowed. */
function anyBlocks(schema: Schema, inline: Any<readonly Node[]>, depth: number): Any<readonly Node[]> {
  const make = (
    name: string,
    attrs: Any<Record<string, unknown> | null>,
    content: Any<readonly Node[]>,
  ): Any<Node> => fc.tuple(attrs, content).map(([values, nodes]) => schema.node(name, values, nodes));
  const none = fc.constant(null);
  const nothing = fc.constant([]);
  const paragraph = make('paragraph', fc.record({ textAlign: alignment }), inline);
  const number = fc.integer({ min: 1, max: 3000 });
  const picture = fc.record({
    src: path,
    alt: fc.oneof(none, fc.constantFrom('', 'Map [1]', 'a "b" <c>'), text),
    width: fc.oneof(none, fc.integer({ min: 10, max: 100 })),
  });
  const leaf = fc.oneof(
    { weight: 6, arbitrary: paragraph },
    {
      weight: 2,
      arbitrary: make(
        'heading',
        fc.record({ level: fc.constantFrom(...HEADING_LEVELS), textAlign: alignment }),
        inline,
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(null, 'typescript', 'c++', 'c#', 'a`b', 'x&amp;y', '~z', 'objective-c'), lines)
        .map(([language, code]) =>
          schema.node('codeBlock', { language }, code === '' ? [] : [schema.text(code)]),
        ),
    },
    { weight: 1, arbitrary: make('horizontalRule', none, nothing) },
    { weight: 1, arbitrary: make('blockMath', fc.record({ latex }), nothing) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(picture, fc.option(fc.record({ pixelWidth: number, pixelHeight: number })))
        .map(([attrs, pixels]) => schema.node('image', { ...attrs, ...pixels })),
    },
  );
  if (depth === 0) return fc.array(leaf, { minLength: 1, maxLength: 3 });
  const inner = anyBlocks(schema, inline, depth - 1);
  const item = (name: string, attrs: Any<Record<string, unknown> | null>): Any<readonly Node[]> => {
    const content = fc
      .tuple(paragraph, fc.oneof(nothing, nothing, inner))
      .map(([first, rest]) => [first, ...rest]);
    return fc.array(make(name, attrs, content), { minLength: 1, maxLength: 3 });
  };
  const start = fc.oneof(fc.constant(1), fc.constantFrom(0, 3, 9, 99, 999_999_999));
  const nested = fc.oneof(
    make('blockquote', none, inner),
    make('callout', fc.record({ kind: fc.constantFrom(...CALLOUT_KINDS) }), inner),
    make('bulletList', none, item('listItem', none)),
    make(
      'orderedList',
      fc.record({ start, type: fc.constantFrom(null, null, null, 'a') }),
      item('listItem', none),
    ),
    make('taskList', none, item('taskItem', fc.record({ checked: fc.boolean() }))),
    fc
      .tuple(make('detailsSummary', none, inline), make('detailsContent', none, fc.oneof(nothing, inner)))
      .map((parts) => schema.node('details', null, [...parts])),
    anyTable(schema, inline, inner),
  );
  return fc.array(fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 2, arbitrary: nested }), {
    minLength: 1,
    maxLength: 3,
  });
}

function anyTable(schema: Schema, inline: Any<readonly Node[]>, blocks: Any<readonly Node[]>): Any<Node> {
  const cell = (
    name: string,
    textAlign: string | null,
    span: Any<Readonly<Record<string, number | readonly number[]>>>,
    rich: boolean,
  ): Any<Node> => {
    const line = inline.map((content): readonly Node[] => [schema.node('paragraph', { textAlign }, content)]);
    return fc
      .tuple(span, rich ? fc.oneof(line, line, blocks) : line)
      .map(([attrs, content]) => schema.node(name, attrs, content));
  };
  const spans = fc.oneof(
    fc.record({ colspan: fc.constantFrom(1, 1, 1, 2), rowspan: fc.constantFrom(1, 1, 1, 3) }),
    fc.constantFrom({ colspan: 1, colwidth: [120] }, { colspan: 2, colwidth: [48, 0] }),
  );
  const one = fc.constant({ colspan: 1, rowspan: 1 });
  const table = (rows: Any<readonly (readonly Node[])[]>): Any<Node> =>
    rows.map((all) =>
      schema.node(
        'table',
        null,
        all.map((cells) => schema.node('tableRow', null, cells)),
      ),
    );
  const plain = fc
    .tuple(fc.array(alignment, { minLength: 1, maxLength: 3 }), fc.nat({ max: 2 }))
    .chain(([columns, rows]) =>
      table(
        fc.tuple(
          ...Array.from({ length: rows + 1 }, (_row, index) =>
            fc.tuple(
              ...columns.map((align) => cell(index === 0 ? 'tableHeader' : 'tableCell', align, one, false)),
            ),
          ),
        ),
      ),
    );
  const anyCell = fc.constantFrom('tableHeader', 'tableCell').chain((name) => cell(name, null, spans, true));
  return fc.oneof(
    plain,
    table(
      fc
        .tuple(
          fc.array(anyCell, { minLength: 1, maxLength: 3 }),
          fc.array(fc.array(anyCell, { maxLength: 3 }), { maxLength: 2 }),
        )
        .map(([first, others]) => [first, ...others]),
    ),
  );
}

export const anyDocument = (schema: Schema, depth = 2): Any<Node> =>
  anyBlocks(schema, anyInline(schema), depth).map((blocks) => schema.node('doc', null, blocks));
