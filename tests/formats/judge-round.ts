/** A text that leaves and comes back: each difference is a loss that stands in the book, or a fault. */
import type { LeavingText } from '#contract/formats/leaving-text.ts';
import type { Loss, LossKind } from '#contract/formats/loss.ts';
import { childrenOf } from '#contract/text/document-node.ts';
import { comparableText, differences, featuresOf } from './features.ts';
import type { Format } from './format.ts';
import { schema } from './formats.ts';

export interface Verdict {
  readonly losses: readonly Loss[];
  /** Empty where nothing is unexplained. */
  readonly faults: readonly string[];
  readonly isEqual: boolean;
}

/** Which nodes and marks differ when something of this kind was changed or lost. */
const EXPLAINS: Readonly<Partial<Record<LossKind, RegExp>>> = {
  formatting: /^(?!image|table|inlineMath|blockMath|link)/,
  formula: /^(?:inlineMath|blockMath|text|paragraph)/,
  link: /^link/,
  picture: /^(?:image|text|paragraph)/,
  table: /^(?:table|text|paragraph)/,
  unknown: /^(?:text|paragraph)/,
};

export async function judgeRound(leaving: LeavingText, format: Format): Promise<Verdict> {
  const threads = format.keepsCommentsApart ? leaving.threads : [];
  const file = await format.write({ ...leaving, threads });
  const back = await format.read(file);
  const [before, after] = [
    { type: 'doc', content: comparableText(childrenOf(leaving.doc)) },
    { type: 'doc', content: comparableText(back.nodes) },
  ];
  const losses = [...file.losses, ...back.losses];
  const faults: string[] = [];
  schema.nodeFromJSON({ type: 'doc', content: back.nodes }).check();
  const isEqual = keyOf(before) === keyOf(after);
  if (!isEqual) {
    const different = differences(featuresOf(before.content), featuresOf(after.content));
    const unexplained = different.filter((name) => !losses.some(({ kind }) => EXPLAINS[kind]?.test(name)));
    if (unexplained.length > 0) faults.push(`differs: ${unexplained.join(', ')}`);
    else if (losses.length === 0) faults.push('differs in its order');
  }
  if (leaving.title.trim() !== '' && format.name !== 'Plain text' && back.title !== leaving.title.trim())
    faults.push(`the title ${JSON.stringify(leaving.title)} is ${JSON.stringify(back.title)}`);
  return { losses, faults, isEqual };
}

const keyOf = (doc: unknown): string => JSON.stringify(schema.nodeFromJSON(doc).toJSON());
