/** Seeded Yjs updates that are well formed, but of arbitrary shape and type. */
import * as Y from 'yjs';
import { MARK_NAMES, NODE_NAMES, TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { createRandom } from './random.ts';

type Random = () => number;
type Part = Y.XmlElement | Y.XmlText;

const NODES = [...NODE_NAMES];
const MARKS = [...MARK_NAMES];
const ATTRIBUTES = [
  ...[
    'textAlign',
    'level',
    'start',
    'type',
    'checked',
    'language',
    'src',
    'alt',
    'width',
    'pixelWidth',
    'pixelHeight',
  ],
  ...['colspan', 'rowspan', 'kind', 'id', 'label', 'latex', 'href', 'title', 'color', 'colwidth', 'class'],
];
const VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    1,
    2,
    -1,
    1.5,
    6,
    7,
    100,
    101,
    1e5,
    'center',
    'left',
    'info',
    'x',
    '1',
    '',
    'javascript:alert(1)',
  ],
  ...[
    {},
    { a: 1 },
    [1],
    [0, 120],
    [48, 1e4],
    [0.5],
    [{ b: null }],
    'c++',
    'https://a.cz',
    '\\frac{1}{2}',
    '\\def\\a{\\a}\\a',
    '{'.repeat(500),
    'x'.repeat(2000),
  ],
  ...[
    '0b6f7a52-30d5-4a0c-9a55-8f7f6a3c1d10/a1b2c3d4-0000-4000-8000-0123456789ab.png',
    '\u202e\u0000',
    '😀'.repeat(30),
  ],
];
/** Children that fit, so that many updates are accepted. */
const FITTING: Readonly<Record<string, readonly string[]>> = {
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  taskList: ['taskItem'],
  table: ['tableRow'],
  tableRow: ['tableCell', 'tableHeader'],
  details: ['detailsSummary', 'detailsContent'],
};
const INLINE = ['', 'hardBreak', 'mention', 'inlineMath'];
const BLOCKS = [
  'paragraph',
  'heading',
  'blockquote',
  'bulletList',
  'orderedList',
  'taskList',
  'codeBlock',
  'image',
  'table',
  'details',
  'callout',
  'blockMath',
  'horizontalRule',
];
const LEAVES: ReadonlySet<string> = new Set([
  'horizontalRule',
  'hardBreak',
  'image',
  'mention',
  'inlineMath',
  'blockMath',
]);
const HOLDS_INLINE: ReadonlySet<string> = new Set(['paragraph', 'heading', 'detailsSummary']);

const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)]!;

/** `wild` is the share of choices that need not fit. */
interface Maker {
  readonly random: Random;
  readonly wild: number;
}

function fittingNames(parent: string): readonly string[] {
  if (LEAVES.has(parent)) return [];
  if (parent === 'codeBlock') return [''];
  return FITTING[parent] ?? (HOLDS_INLINE.has(parent) ? INLINE : BLOCKS);
}

function makePart(maker: Maker, parent: string, depth: number): Part | null {
  const { random, wild } = maker;
  const name = random() < wild ? pick(random, ['', ...NODES]) : pick(random, [...fittingNames(parent), null]);
  if (name === null) return null;
  return name === '' ? makeText(maker) : makeElement(maker, name, depth);
}

function makeText({ random, wild }: Maker): Y.XmlText {
  const text = new Y.XmlText();
  text.applyDelta(
    Array.from({ length: Math.floor(random() * 3) + 1 }, () =>
      random() < wild / 3
        ? { insert: pick(random, [{ a: 1 }, { image: 'x' }]) }
        : { insert: pick(random, ['a', 'word ', '😀', '\n', 'e\u0301']), attributes: marks(random, wild) },
    ),
  );
  return text;
}

function marks(random: Random, wild: number): Record<string, unknown> {
  if (random() < 0.6) return {};
  if (random() > wild) return { [pick(random, ['bold', 'italic', 'code', 'subscript'])]: {} };
  const value = random() < 0.5 ? { [pick(random, ATTRIBUTES)]: pick(random, VALUES) } : pick(random, VALUES);
  return { [pick(random, [...MARKS, 'bold--AbCd+/9='])]: value };
}

function makeElement(maker: Maker, name: string, depth: number): Y.XmlElement {
  const { random, wild } = maker;
  const element = new Y.XmlElement(name);
  const count = depth > 0 ? Math.floor(random() * 3) : 0;
  const children = Array.from({ length: count }, () => makePart(maker, name, depth - 1));
  element.insert(
    0,
    children.filter((part) => part !== null),
  );
  if (random() < wild) element.setAttribute(pick(random, ATTRIBUTES), pick(random, VALUES) as string);
  if (FITTING['tableRow']?.includes(name) && random() < 0.3)
    element.setAttribute('colwidth', pick(random, [[0], [120], [48, 1000], []]) as never);
  if (random() < wild / 4)
    element.setAttribute(pick(random, ATTRIBUTES), new Y.XmlText() as unknown as string);
  if (random() < wild / 4) element.insert(0, [pick(random, VALUES)] as never);
  return element;
}

const elementsIn = (parent: Y.XmlFragment): Y.XmlFragment[] => [
  parent,
  ...(parent.toArray() as unknown[]).flatMap((child) =>
    child instanceof Y.XmlElement ? elementsIn(child) : [],
  ),
];

function change(doc: Y.Doc, maker: Maker): void {
  const { random, wild } = maker;
  const root = doc.getXmlFragment(TEXT_ROOT);
  const parent = pick(random, elementsIn(root));
  const place = Math.floor(random() * (parent.length + 1));
  const choice = random();
  if (choice < 0.65) {
    const part = makePart(maker, parent instanceof Y.XmlElement ? parent.nodeName : 'doc', 4);
    if (part) parent.insert(place, [part]);
  } else if (choice < 0.8 && parent instanceof Y.XmlElement) {
    const value = random() < wild ? pick(random, VALUES) : 'center';
    parent.setAttribute(random() < wild ? pick(random, ATTRIBUTES) : 'textAlign', value);
  } else if (choice < 0.9 && parent.length > (parent === root ? 1 : 0))
    parent.delete(Math.min(place, parent.length - 1), 1);
  else if (choice < 0.96 && random() < wild) parent.insert(place, [pick(random, VALUES)] as never);
  else if (random() < wild)
    doc.getText(TITLE_ROOT).applyDelta([{ insert: 'x', attributes: marks(random, wild) }]);
  else doc.getText(TITLE_ROOT).insert(0, 'T');
}

/** The updates of a document, one a transaction. Equal for equal seeds. */
export function anyUpdates(seed: number): Uint8Array[] {
  const random = createRandom(seed);
  const maker: Maker = { random, wild: pick(random, [0, 0.02, 0.1, 0.5]) };
  const doc = new Y.Doc();
  doc.clientID = 1000 + (seed % 1000);
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  // As the server begins a document.
  doc.getXmlFragment(TEXT_ROOT).insert(0, [new Y.XmlElement('paragraph')]);
  for (let count = 1 + Math.floor(random() * 6); count > 0; count -= 1)
    doc.transact(() => change(doc, maker));
  return updates;
}
