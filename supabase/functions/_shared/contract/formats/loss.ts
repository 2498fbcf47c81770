/** Losses: what a format could not carry as it was. Readers and writers collect them, and people see the same rows. */
import { cutText } from '../cut-text.ts';

/** `changed`: it looks different. `simplified`: a plainer thing stands in its place. `lost`: it is not there. */
export const LOSS_SEVERITIES = ['changed', 'simplified', 'lost'] as const;
export type LossSeverity = (typeof LOSS_SEVERITIES)[number];

/** Kinds of losses, in the order of the alphabet. Each has a name in both languages. */
export const LOSS_KINDS = [
  'box',
  'change',
  'chart',
  'codeLanguage',
  'columns',
  'comment',
  'depth',
  'encoding',
  'field',
  'footnote',
  'formatting',
  'formula',
  'header',
  'headerCell',
  'hidden',
  'link',
  'list',
  'mention',
  'numbering',
  'object',
  'pageBreak',
  'picture',
  'properties',
  'quote',
  'shape',
  'table',
  'tableOfContents',
  'textBox',
  'unknown',
] as const;
export type LossKind = (typeof LOSS_KINDS)[number];

export interface Loss {
  readonly kind: LossKind;
  readonly severity: LossSeverity;
  readonly count: number;
  /** Text of the first, or its name; at most `MAX_EXAMPLE_CHARS`. */
  readonly example: string;
  /** The block of the text with the first, by its index; null where none is. */
  readonly block: number | null;
}

const MAX_EXAMPLE_CHARS = 80;

/** Counts losses of one kind and severity together. */
export class LossBook {
  readonly #losses = new Map<string, Loss>();

  note(kind: LossKind, severity: LossSeverity, example = '', block: number | null = null): void {
    const key = `${kind} ${severity}`;
    const known = this.#losses.get(key);
    const first = known ?? {
      kind,
      severity,
      count: 0,
      example: cutText(example.trim(), MAX_EXAMPLE_CHARS),
      block,
    };
    this.#losses.set(key, { ...first, count: first.count + 1 });
  }

  /** In the order in which they were first met. */
  list(): readonly Loss[] {
    return [...this.#losses.values()];
  }
}

/** One list of several: losses of one kind and severity are one. */
export function joinLosses(...lists: readonly (readonly Loss[])[]): readonly Loss[] {
  const joined = new Map<string, Loss>();
  for (const loss of lists.flat()) {
    const key = `${loss.kind} ${loss.severity}`;
    const known = joined.get(key);
    joined.set(key, known ? { ...known, count: known.count + loss.count } : loss);
  }
  return [...joined.values()];
}
