import { Fragment } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import type { ReplaceStep } from '@tiptap/pm/transform';
import { updateYFragment } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { MAX_DOCUMENT_WEIGHT, weigh } from '#contract/limits.ts';

interface Size {
  readonly bytes: number;
  /** Yjs structs. */
  readonly parts: number;
}

/** Fullness of the document after a change: 1 is full (`limits.ts`). The document must not contain the change yet. */
export function fullnessAfter(doc: Y.Doc, tr: Transaction): number {
  const added = sizeOfAdded(tr);
  const fullness = fullnessOf(sizeOf(doc), added);
  return fullness <= 1 ? fullness : fullnessOf(sizeOf(fold(doc)), added);
}

const fullnessOf = (present: Size, added: Size): number =>
  weigh(present.bytes + added.bytes, present.parts + added.parts) / MAX_DOCUMENT_WEIGHT;

function sizeOfAdded({ steps, doc }: Transaction): Size {
  const added = steps.flatMap((step) => (step as Partial<ReplaceStep>).slice?.content.content ?? []);
  const scratch = new Y.Doc();
  const binding = { mapping: new Map(), isOMark: new Map() };
  const root = scratch.getXmlFragment(TEXT_ROOT);
  updateYFragment(scratch, root, doc.type.create(null, Fragment.fromArray(added)), binding);
  return sizeOf(scratch);
}

const sizeOf = (doc: Y.Doc): Size => ({
  bytes: Y.encodeStateAsUpdate(doc).length,
  parts: [...doc.store.clients.values()].reduce((sum, structs) => sum + structs.length, 0),
});

/** Folds the document as the server does: undo keeps deleted text in the document of a page. */
function fold(doc: Y.Doc): Y.Doc {
  const folded = new Y.Doc();
  applyUpdates(folded, [Y.encodeStateAsUpdate(doc)]);
  return folded;
}
