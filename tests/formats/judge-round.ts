/** A text that leaves and comes back: each difference is a loss that stands in the book, or a fault. */
import type { LeavingText } from '#contract/formats/leaving-text.ts';
import type { Loss } from '#contract/formats/loss.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { comparableText, differences, featuresOf } from './features.ts';
import { forget } from './forget.ts';
import type { Format } from './format.ts';
import { schema } from './formats.ts';

export interface Verdict {
  readonly losses: readonly Loss[];
  /** Empty where nothing is unexplained. */
  readonly faults: readonly string[];
  readonly isEqual: boolean;
}

export async function judgeRound(leaving: LeavingText, format: Format): Promise<Verdict> {
  const threads = format.keepsCommentsApart ? leaving.threads : [];
  const file = await format.write({ ...leaving, threads });
  const back = await format.read(file);
  const losses = [...file.losses, ...back.losses];
  schema.nodeFromJSON({ type: 'doc', content: back.nodes }).check();
  const left = childrenOf(leaving.doc);
  // A format without the line for the caret has one block less.
  const [before, after] = [
    comparableText(left),
    comparableText(back.nodes, back.nodes.length >= left.length),
  ];
  const known = losses.filter(({ kind }) => format.explains[kind] === undefined);
  const faults = [...compare(forget(before, known), forget(after, known), { format, losses })];
  if (leaving.title.trim() !== '' && format.name !== 'Plain text' && back.title !== leaving.title.trim())
    faults.push(`the title ${JSON.stringify(leaving.title)} is ${JSON.stringify(back.title)}`);
  return { losses, faults, isEqual: keyOf(before) === keyOf(after) };
}

function compare(
  before: readonly DocumentNode[],
  after: readonly DocumentNode[],
  { format, losses }: { readonly format: Format; readonly losses: readonly Loss[] },
): readonly string[] {
  if (keyOf(before) === keyOf(after)) return [];
  const explanations = losses.flatMap(({ kind }) => format.explains[kind] ?? []);
  const unexplained = differences(featuresOf(before), featuresOf(after)).filter(
    (name) => !explanations.some((one) => one.test(name)),
  );
  if (unexplained.length > 0) return [`differs: ${unexplained.join(', ')}`];
  return explanations.length === 0 ? ['differs in its order'] : [];
}

const keyOf = (content: readonly DocumentNode[]): string =>
  JSON.stringify(schema.nodeFromJSON({ type: 'doc', content }).toJSON());
