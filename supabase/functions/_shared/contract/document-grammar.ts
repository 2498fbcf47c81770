/**
 * Which node may stand under which, and which values attributes and marks have. The linter refuses everything else, and a
 * page shows stored text that does not fit as a part that can't be shown (docs/decisions/0044). Order and number of
 * children are left out: changes that are right alone may break both when they meet.
 */
import {
  MAX_ATTRIBUTE_CHARS,
  MAX_ATTRIBUTE_NUMBER,
  MAX_COLUMN_WIDTH,
  MAX_MARK_CHARS,
  MAX_SPAN,
} from './limits.ts';

/** The root of the text as a parent; `TEXT` is a run of text as a child. */
export const DOC = 'doc';
export const TEXT = 'text';

const INLINE: ReadonlySet<string> = new Set([TEXT, 'hardBreak', 'mention', 'inlineMath']);
const BLOCKS: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'blockquote',
  'bulletList',
  'orderedList',
  'taskList',
  'codeBlock',
  'horizontalRule',
  'image',
  'table',
  'details',
  'callout',
  'blockMath',
]);

const CHILDREN: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...[DOC, 'blockquote', 'listItem', 'taskItem', 'tableHeader', 'tableCell', 'detailsContent', 'callout'].map(
    (name) => [name, BLOCKS] as const,
  ),
  ...['paragraph', 'heading', 'detailsSummary'].map((name) => [name, INLINE] as const),
  ['codeBlock', new Set([TEXT])],
  ['bulletList', new Set(['listItem'])],
  ['orderedList', new Set(['listItem'])],
  ['taskList', new Set(['taskItem'])],
  ['table', new Set(['tableRow'])],
  ['tableRow', new Set(['tableHeader', 'tableCell'])],
  ['details', new Set(['detailsSummary', 'detailsContent'])],
]);

/** Names are those of the contract, `DOC` and `TEXT`. */
export const mayContain = (parent: string, child: string): boolean =>
  CHILDREN.get(parent)?.has(child) === true;

type IsValue = (value: unknown) => boolean;
type Values = ReadonlyMap<string, IsValue>;

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= MAX_ATTRIBUTE_CHARS;
const isNumber = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) <= MAX_ATTRIBUTE_NUMBER;
const isWhole =
  (least: number, most: number): IsValue =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const oneOf =
  (...allowed: readonly string[]): IsValue =>
  (value) =>
    allowed.some((one) => one === value);

const alignment: [string, IsValue] = ['textAlign', oneOf('left', 'center', 'right', 'justify')];
const isSpan = isWhole(1, MAX_SPAN);
const isWidth = isWhole(0, MAX_COLUMN_WIDTH);

/** The widths in px of the columns that a cell spans; 0 stands for an automatic width. */
export const isColumnWidths = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && isSpan(value.length) && value.every(isWidth);

const cell: readonly [string, IsValue][] = [
  ['colspan', isSpan],
  ['rowspan', isSpan],
  ['colwidth', isColumnWidths],
];
const latex: [string, IsValue] = ['latex', isText];
const NO_VALUES: Values = new Map();

const ATTRIBUTES: ReadonlyMap<string, Values> = new Map<string, Values>([
  ['paragraph', new Map([alignment])],
  ['heading', new Map([alignment, ['level', isWhole(1, 6)]])],
  [
    'orderedList',
    new Map([
      ['start', isWhole(-MAX_ATTRIBUTE_NUMBER, MAX_ATTRIBUTE_NUMBER)],
      ['type', isText],
    ]),
  ],
  ['taskItem', new Map([['checked', (value: unknown) => typeof value === 'boolean']])],
  ['codeBlock', new Map([['language', isText]])],
  [
    'image',
    new Map([
      ['src', isText],
      ['alt', isText],
      ['width', isNumber],
      ['pixelWidth', isNumber],
      ['pixelHeight', isNumber],
    ]),
  ],
  ['tableHeader', new Map(cell)],
  ['tableCell', new Map(cell)],
  // A newer page may add a kind.
  ['callout', new Map([['kind', isText]])],
  [
    'mention',
    new Map([
      ['id', isText],
      ['label', isText],
    ]),
  ],
  ['inlineMath', new Map([latex])],
  ['blockMath', new Map([latex])],
]);

const isAnyText = (value: unknown): boolean => typeof value === 'string';
const MARKS: ReadonlyMap<string, Values> = new Map<string, Values>([
  [
    'link',
    new Map([
      ['href', isAnyText],
      ['title', isAnyText],
    ]),
  ],
  ['highlight', new Map([['color', isText]])],
]);

const isOf = (values: Values, name: string, value: unknown): boolean =>
  value == null ? values.has(name) : values.get(name)?.(value) === true;

/** Null and undefined stand for the default. */
export const isAttribute = (node: string, name: string, value: unknown): boolean =>
  isOf(ATTRIBUTES.get(node) ?? NO_VALUES, name, value);

/** Whether the binding can read the value of a mark: null ends the mark, and some tools store `true` for no attributes. */
export const isMarkValue = (value: unknown): value is object | true | null =>
  value === null || value === true || isRecord(value);

/**
 * Any attributes of limited size are accepted: pages draw only those of `fittingMark`. Yjs writes a stored mark again behind
 * a change within it, and the server must not refuse that.
 */
export const isMark = (value: unknown): boolean =>
  isMarkValue(value) && JSON.stringify(value).length <= MAX_MARK_CHARS;

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The attributes that `isAttribute` accepts. */
export const fittingAttributes = (node: string, attributes: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attributes).filter(([name, value]) => isAttribute(node, name, value)));

/** The attributes of a mark that are drawn. */
export const fittingMark = (mark: string, attributes: unknown): Record<string, unknown> =>
  isRecord(attributes)
    ? Object.fromEntries(
        Object.entries(attributes).filter(([name, value]) => isOf(MARKS.get(mark) ?? NO_VALUES, name, value)),
      )
    : {};
