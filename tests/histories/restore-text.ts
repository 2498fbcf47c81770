/** Restores an earlier text, whole or one of the changes since, as the functions do. */
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import type { HeirRange } from '#contract/authorship/heir-ranges.ts';
import { projectHeirs } from '#contract/authorship/projected-heirs.ts';
import { readSpans } from '#contract/authorship/read-spans.ts';
import { heirsInRestored, placesOf } from '#contract/authorship/restored-heirs.ts';
import { compareDocuments } from '#contract/comparison/compare-documents.ts';
import { project } from '#contract/comparison/parts.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { readDocument, writeDocument } from '#contract/text/yjs-document.ts';
import { forwardChange } from '../../supabase/functions/_shared/server/forward-change.ts';
import type { Deed, Row } from './play-history.ts';

interface Restored {
  readonly row: Pick<Row, 'update' | 'heirs'>;
  /** The fate of each letter that the restore changed. */
  readonly deeds: readonly (readonly [string, Deed['what']])[];
}

export function restore(
  rows: readonly Row[],
  client: number,
  below: (limit: number) => number,
): Restored | null {
  const present = docAfter(rows, rows.length);
  // A version ends with a pause, and never within a move.
  const whole = (seq: number): number => (rows[seq]?.goesOn ? whole(seq + 1) : seq);
  const version = docAfter(rows, whole(1 + below(rows.length)));
  if (waits(present) || waits(version)) return null;
  const [root, old] = [present.getXmlFragment(TEXT_ROOT), version.getXmlFragment(TEXT_ROOT)];
  let [wanted, places]: [Y.XmlFragment, readonly HeirRange[]] = [old, placesOf(old)];
  if (below(2) === 0) {
    const { parts, changes } = compareDocuments(readDocument(old), readDocument(root));
    if (changes.length === 0) return null;
    const chosen = new Set([changes[below(changes.length)]!.id]);
    wanted = writeDocument(project(parts, chosen));
    places = projectHeirs(parts, chosen, readSpans(old), readSpans(root));
  }
  // Half of a move that is reverted copies text: that counts as written by the person who reverts.
  if (copies(lettersIn(root), lettersIn(wanted))) return null;
  const before = lettersIn(root);
  const update = forwardChange(present, wanted, client, places);
  if (update === null) return null;
  const after = lettersIn(root);
  const deeds = Array.from(new Set([...before.keys(), ...after.keys()])).flatMap(
    (letter): Restored['deeds'] => {
      const isMine = after.get(letter)?.includes(client) === true;
      if (!after.has(letter)) return [[letter, 'delete']];
      return isMine ? [[letter, before.has(letter) ? 'move' : 'return']] : [];
    },
  );
  return { row: { update, heirs: heirsInRestored(root, client, places) }, deeds };
}

function docAfter(rows: readonly Row[], seq: number): Y.Doc {
  const doc = new Y.Doc();
  applyUpdates(
    doc,
    rows.slice(0, seq).map(({ update }) => update),
  );
  return doc;
}

const waits = ({ store }: Y.Doc): boolean => store.pendingStructs !== null || store.pendingDs !== null;

type Letters = ReadonlyMap<string, readonly number[]>;

const copies = (before: Letters, after: Letters): boolean =>
  Array.from(after).some(([letter, { length }]) => length > 1 && length > (before.get(letter)?.length ?? 0));

/** Each letter with the clients that inserted it: people who moved it at the same time left it there twice. */
function lettersIn(root: Y.XmlFragment): Letters {
  const letters = new Map<string, readonly number[]>();
  const visit = (type: Y.XmlFragment | Y.AbstractType<unknown>): void => {
    for (let item = type._start; item; item = item.right) {
      if (item.deleted) continue;
      const { content } = item;
      if (content instanceof Y.ContentType) visit(content.type);
      if (content instanceof Y.ContentString)
        for (const letter of content.str)
          if (letter !== ' ') letters.set(letter, [...(letters.get(letter) ?? []), item.id.client]);
    }
  };
  visit(root);
  return letters;
}
