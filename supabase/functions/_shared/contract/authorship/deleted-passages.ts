/** Lists text that was written and deleted, from the log: text that lives on as a copy elsewhere is not deleted. */
import * as Y from 'yjs';
import { applyUpdates } from '../apply-updates.ts';
import { TEXT_ROOT } from '../document-schema.ts';
import { deletedItems } from '../lineage/items.ts';
import { inCausalOrder, type Change, type LoggedUpdate } from './causal-order.ts';
import { FoundCopies } from './found-copies.ts';
import { IdRanges, type Id } from './id-ranges.ts';

export interface DeletedPassage {
  /** Its paragraphs. */
  readonly lines: readonly string[];
  /** The clients that wrote it, in the order of the text; those of copies wrote nothing. */
  readonly writtenBy: readonly number[];
  /** Null if unknown. */
  readonly deletedBy: number | null;
  /** When its last letter was deleted. */
  readonly atMs: number;
}

interface Deletion {
  readonly by: number | null;
  readonly atMs: number;
}

/** Deletions of one client that are no longer apart are one: a held Backspace key is many changes. */
const APART_MS = 60_000;

/** Slips of the keyboard are no text that somebody looks for. */
const LEAST_LETTERS = 4;

/** Newest first; `state` is the document before the rows. Pauses for its caller after each row. */
export function* deletedPassages(
  state: readonly Uint8Array[],
  rows: Iterable<LoggedUpdate>,
): Generator<undefined, readonly DeletedPassage[]> {
  const doc = new Y.Doc({ gc: false });
  applyUpdates(doc, state);
  const copies = new FoundCopies();
  const deletions = new IdRanges<Deletion>();
  let change: Change | null = null;
  doc.on('afterTransaction', (transaction: Y.Transaction) => {
    if (change === null) return;
    copies.enter(transaction, change);
    const deletion = { by: change.client, atMs: change.atMs };
    for (const { id, length } of deletedItems(transaction)) deletions.add(id, length, deletion);
  });
  for (change of inCausalOrder(doc, rows)) {
    applyUpdates(doc, [change.update]);
    yield;
  }
  const writerOf = (id: Id): number => (copies.originalsOf(id).at(-1) ?? id).client;
  const units = unitsOf(doc.getXmlFragment(TEXT_ROOT));
  const text = textOf(units);
  const found = collect(
    units,
    (id) => (copies.copiesOf(id).length > 0 ? null : (deletions.find(id)?.value ?? null)),
    // Brought back, by whatever way.
  ).filter(({ lines }) => !lines.every((line) => text.includes(line.trim())));
  const passages = found.map(({ lines, units, by, atMs }) => ({
    lines,
    writtenBy: [...new Set(units.map(writerOf))],
    deletedBy: by,
    atMs,
  }));
  doc.destroy();
  return passages.toSorted((one, other) => other.atMs - one.atMs);
}

/** The present text; a line for each block. */
function textOf(units: readonly Unit[]): string {
  let block = 0;
  return units
    .filter(({ isDeleted }) => !isDeleted)
    .map((unit) => {
      const lead = unit.block === block ? '' : '\n';
      block = unit.block;
      return lead + unit.letter;
    })
    .join('');
}

interface Run {
  readonly by: number | null;
  atMs: number;
  readonly lines: string[];
  readonly units: Id[];
  /** Of its last letter. */
  block: number;
}

interface Unit extends Id {
  /** Empty for what is no text. */
  readonly letter: string;
  readonly isDeleted: boolean;
  /** Number of its block. */
  readonly block: number;
}

/** Runs of deleted letters with no text between them that is still there. */
function collect(units: Iterable<Unit>, deletionOf: (id: Id) => Deletion | null): readonly Run[] {
  const runs: Run[] = [];
  let open: Run | null = null;
  for (const unit of units) {
    const deletion = unit.isDeleted && unit.letter !== '' ? deletionOf(unit) : null;
    if (!unit.isDeleted) open = null;
    if (deletion === null) continue;
    if (open === null || !isOne(open, deletion)) {
      open = { ...deletion, lines: [''], units: [], block: unit.block };
      runs.push(open);
    }
    if (open.block !== unit.block) open.lines.push('');
    open.block = unit.block;
    open.atMs = Math.max(open.atMs, deletion.atMs);
    open.lines.push(`${open.lines.pop() ?? ''}${unit.letter}`);
    open.units.push(unit);
  }
  return runs
    .map((run) => ({ ...run, lines: run.lines.filter((line) => line.trim() !== '') }))
    .filter(({ lines }) => lettersOf(lines) >= LEAST_LETTERS);
}

const isOne = (run: Run, { by, atMs }: Deletion): boolean =>
  run.by === by && Math.abs(run.atMs - atMs) <= APART_MS;

const lettersOf = (lines: readonly string[]): number => lines.join('').match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** All units of the text in order, deleted ones too. */
function unitsOf(root: Y.XmlFragment): readonly Unit[] {
  const units: Unit[] = [];
  let block = 0;
  const walk = (first: Y.Item | null, isGone: boolean): void => {
    for (let item = first; item; item = item.right) {
      const { content, id } = item;
      const isDeleted = isGone || item.deleted;
      if (content instanceof Y.ContentType) {
        if (!(content.type instanceof Y.XmlText)) block += 1;
        walk(content.type._start, isDeleted);
      }
      if (!(content instanceof Y.ContentString)) continue;
      for (const [at, letter] of content.str.split('').entries())
        units.push({ client: id.client, clock: id.clock + at, letter, isDeleted, block });
    }
  };
  walk(root._start, false);
  return units;
}
