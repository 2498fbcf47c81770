import type { Part } from '#contract/comparison/parts.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';

/** A key of the editor's texts, such as `style.heading3`. */
export type FormattingName =
  | `style.${'paragraph' | 'heading1' | 'heading2' | 'heading3' | 'heading4' | 'heading5' | 'heading6' | 'codeBlock'}`
  | `command.${(typeof COMMANDS)[number]}`;

const COMMANDS = [
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
  'highlight',
  'subscript',
  'superscript',
  'link',
  'bulletList',
  'orderedList',
  'taskList',
  'blockquote',
  'callout',
  'alignLeft',
  'alignCenter',
  'alignRight',
  'alignJustify',
] as const;

/** `from` is null for a mark that was added, `to` for one that was removed. */
export interface Formatting {
  readonly from: FormattingName | null;
  readonly to: FormattingName | null;
}

/** By the id of a change, how it changed the look of a block or a text, each once. Changes without a name are left out. */
export function listFormatting(parts: readonly Part[]): ReadonlyMap<number, readonly Formatting[]> {
  const found = new Map<number, Formatting[]>();
  const note = (id: number, formatting: readonly Formatting[]): void => {
    const known = found.get(id) ?? [];
    for (const one of formatting)
      if (!known.some(({ from, to }) => from === one.from && to === one.to)) known.push(one);
    if (known.length > 0) found.set(id, known);
  };
  const visit = (part: Part): void => {
    if (part.kind === 'formatted') note(part.id, marksBetween(part.before, part.after));
    if (part.kind !== 'inside') return;
    if (part.id !== null) note(part.id, headsBetween(part.before, part.after));
    part.parts.forEach(visit);
  };
  parts.forEach(visit);
  return found;
}

function marksBetween(before: DocumentNode, after: DocumentNode): readonly Formatting[] {
  const [old, now] = [before, after].map(({ marks = [] }) => marks.map(({ type }) => commandOf(type)));
  const added = now!.filter((name) => name !== null && !old!.includes(name));
  const removed = old!.filter((name) => name !== null && !now!.includes(name));
  return [...added.map((to) => ({ from: null, to })), ...removed.map((from) => ({ from, to: null }))];
}

function headsBetween(before: DocumentNode, after: DocumentNode): readonly Formatting[] {
  const [from, to] = [nameOf(before), nameOf(after)];
  if (from !== null && to !== null && from !== to) return [{ from, to }];
  const [old, now] = [alignmentOf(before), alignmentOf(after)];
  return old !== now && now !== null ? [{ from: old, to: now }] : [];
}

function nameOf({ type, attrs }: DocumentNode): FormattingName | null {
  if (type === 'paragraph' || type === 'codeBlock') return `style.${type}`;
  const level = attrs?.['level'];
  if (type === 'heading' && isLevel(level)) return `style.heading${level}`;
  return commandOf(type);
}

const isLevel = (level: unknown): level is 1 | 2 | 3 | 4 | 5 | 6 =>
  typeof level === 'number' && [1, 2, 3, 4, 5, 6].includes(level);

const ALIGNMENTS = {
  left: 'alignLeft',
  center: 'alignCenter',
  right: 'alignRight',
  justify: 'alignJustify',
} as const;

function alignmentOf({ attrs }: DocumentNode): FormattingName | null {
  const alignment = attrs?.['textAlign'];
  const isKnown = (name: unknown): name is keyof typeof ALIGNMENTS =>
    typeof name === 'string' && Object.hasOwn(ALIGNMENTS, name);
  return isKnown(alignment) ? `command.${ALIGNMENTS[alignment]}` : null;
}

function commandOf(type: string): FormattingName | null {
  const command = COMMANDS.find((name) => name === type);
  return command ? `command.${command}` : null;
}
