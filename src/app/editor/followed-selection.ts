import { TextSelection, type Selection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import {
  absolutePositionToRelativePosition,
  relativePositionToAbsolutePosition,
  type ProsemirrorBinding,
} from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import type { TextFollower } from '../room/follow/follow-text.ts';
import { textBlockOf } from '../room/follow/read-lines.ts';

interface Shared {
  readonly type: Y.XmlFragment;
  readonly binding: ProsemirrorBinding;
}

type Id = Pick<Y.ID, 'client' | 'clock'>;

/** One end of a selection: the letters beside it, and the block that they stand in. */
interface End {
  readonly left: Id | null;
  readonly right: Id | null;
  readonly block: Id | null;
}

/**
 * Keeps caret and selection with their letters while others write around them, and when others move them. The binding
 * compares old and new text, and may take the letters of others for mine; the shared text knows each letter, and the
 * follower which letter stands for one that was deleted and inserted again.
 */
export class FollowedSelection {
  readonly #follower: TextFollower | null;
  #noted: { readonly from: End; readonly to: End } | null = null;

  constructor(follower: TextFollower | null) {
    this.#follower = follower;
  }

  /** To be called before the shared text changes. */
  note({ state: { selection } }: EditorView, shared: Shared): void {
    // What the follower moves continues the change before it, which has been drawn already.
    if (this.#follower?.isMoving() === true) return;
    const { from, to, empty } = selection;
    const start = selection instanceof TextSelection ? readEnd(from, shared, empty) : null;
    const end = start && (empty ? start : readEnd(to, shared, true));
    this.#noted = start && end && { from: start, to: end };
  }

  /** After a change of others that `tr` makes; an end whose letters are gone stays where `tr` has it. */
  select(tr: Transaction, before: Selection, shared: Shared): void {
    const noted = this.#noted;
    if (!noted || !(before instanceof TextSelection) || !(tr.selection instanceof TextSelection)) return;
    const end = this.#find(noted.to, shared) ?? tr.selection.to;
    const first = before.empty ? end : (this.#findFirst(noted.from, shared) ?? tr.selection.from);
    const start = Math.min(first, end);
    const isForward = before.anchor <= before.head;
    tr.setSelection(TextSelection.create(tr.doc, isForward ? start : end, isForward ? end : start));
  }

  #find({ left, right, block }: End, shared: Shared): number | null {
    const letter = this.#heir(left, shared);
    if (letter) return placeOf({ item: letter, assoc: -1 }, shared);
    const text = right ?? block;
    if (text === null || !isUprooted(text, shared)) return null;
    const next = this.#heir(right, shared);
    if (next) return placeOf({ item: next, assoc: 0 }, shared);
    const now = this.#heir(block, shared);
    return now && placeOf({ type: now, assoc: -1 }, shared);
  }

  #findFirst({ right }: End, shared: Shared): number | null {
    const letter = this.#heir(right, shared);
    return letter && placeOf({ item: letter, assoc: 0 }, shared);
  }

  /** The letter itself, or the one that stands for it; null when both are gone. */
  #heir(id: Id | null, { binding: { doc } }: Shared): Id | null {
    if (id === null || !isDeleted(id, doc)) return id;
    const heir = this.#follower?.heirOf(id) ?? null;
    return heir && !isDeleted(heir, doc) ? heir : null;
  }
}

function readEnd(place: number, { type, binding }: Shared, isLeft: boolean): End {
  const at = absolutePositionToRelativePosition(place, type, binding.mapping);
  const next = absolutePositionToRelativePosition(place + 1, type, binding.mapping);
  const [left, right] = [letterOf(at, binding), letterOf(next, binding)];
  const around = at.item ?? at.type;
  const item = around && Y.getItem(binding.doc.store, around);
  const block = item instanceof Y.Item ? textBlockOf(item) : null;
  const isSameText = left === null || right === null || textOf(left, binding) === textOf(right, binding);
  return { left: isLeft ? left : null, right: isSameText ? right : null, block: block?.id ?? null };
}

/** Null for what is no letter. */
function letterOf({ item }: Y.RelativePosition, binding: ProsemirrorBinding): Id | null {
  return item && textOf(item, binding) ? item : null;
}

function textOf(id: Id, { doc }: ProsemirrorBinding): Y.XmlText | null {
  const { parent } = Y.getItem(doc.store, Y.createID(id.client, id.clock));
  return parent instanceof Y.XmlText ? parent : null;
}

const isDeleted = ({ client, clock }: Id, doc: Y.Doc): boolean =>
  Y.getItem(doc.store, Y.createID(client, clock)).deleted;

/** What the caret stood in is no longer in the shared text. */
const isUprooted = (id: Id, { binding: { doc } }: Shared): boolean => isDeleted(id, doc);

function placeOf(
  place: { readonly item?: Id; readonly type?: Id; readonly assoc: number },
  { type, binding }: Shared,
): number | null {
  const letter = Y.createRelativePositionFromJSON(place);
  return relativePositionToAbsolutePosition(binding.doc, type, letter, binding.mapping);
}
