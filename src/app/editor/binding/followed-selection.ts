import { TextSelection, type Selection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { ProsemirrorBinding } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import type { TextFollower } from '../../room/follow/follow-text.ts';
import { textBlockOf } from '#contract/lineage/read-lines.ts';
import { toAbsolute, toRelative } from './positions.ts';

interface Shared {
  readonly type: Y.XmlFragment;
  readonly binding: ProsemirrorBinding;
}

type Id = Pick<Y.ID, 'client' | 'clock'>;

/** One end of a selection: the characters beside it and their block. */
interface End {
  readonly left: Id | null;
  readonly right: Id | null;
  readonly block: Id | null;
}

/**
 * Keeps the selection at its characters during remote changes and moves. The binding compares old and new text and can
 * mistake remote characters for local ones. The shared text identifies each character, and the follower its copies.
 */
export class FollowedSelection {
  readonly #follower: TextFollower | null;
  #noted: { readonly from: End; readonly to: End } | null = null;

  constructor(follower: TextFollower | null) {
    this.#follower = follower;
  }

  /** Must be called before the shared text changes. */
  note({ state: { selection } }: EditorView, shared: Shared): void {
    // A move by the follower continues a change that has been drawn already.
    if (this.#follower?.isMoving() === true) return;
    const { from, to, empty } = selection;
    const start = selection instanceof TextSelection ? readEnd(from, shared, empty) : null;
    const end = start && (empty ? start : readEnd(to, shared, true));
    this.#noted = start && end && { from: start, to: end };
  }

  /** Call after `tr` has applied a remote change. An end whose characters are gone stays where `tr` has it. */
  select(tr: Transaction, before: Selection, shared: Shared): void {
    const noted = this.#noted;
    if (!noted || !(before instanceof TextSelection) || !(tr.selection instanceof TextSelection)) return;
    const { empty } = before;
    const end = this.#find(noted.to, shared) ?? tr.selection.to;
    const first = empty ? end : (this.#findFirst(noted.from, shared) ?? tr.selection.from);
    const start = Math.min(first, end);
    const isForward = before.anchor <= before.head;
    tr.setSelection(TextSelection.create(tr.doc, isForward ? start : end, isForward ? end : start));
  }

  #find({ left, right, block }: End, shared: Shared): number | null {
    const letter = this.#heir(left, shared);
    if (letter) return placeBehind(letter, shared);
    if (block === null || !isDeleted(block, shared.binding.doc)) return null;
    const next = this.#heir(right, shared);
    if (next) return placeBefore(next, shared);
    const now = this.#heir(block, shared);
    return now && placeOf({ type: now }, shared);
  }

  #findFirst({ right }: End, shared: Shared): number | null {
    const letter = this.#heir(right, shared);
    return letter && placeBefore(letter, shared);
  }

  /** The character or its copy. A deleted character still has a place while its text exists. */
  #heir(id: Id | null, { binding }: Shared): Id | null {
    const { doc } = binding;
    if (id === null || !isDeleted(id, doc)) return id;
    const heir = this.#follower?.heirOf(id) ?? null;
    if (heir && !isDeleted(heir, doc)) return heir;
    const text = textOf(id, binding);
    return text?._item?.deleted === false ? id : null;
  }
}

function readEnd(place: number, { type, binding }: Shared, isLeft: boolean): End {
  const bound = { doc: binding.doc, type, mapping: binding.mapping };
  const [at, next] = [toRelative(place, bound), toRelative(place + 1, bound)];
  const [left, right] = [letterOf(at, binding), letterOf(next, binding)];
  const around = at.item ?? at.type;
  const item = around && Y.getItem(binding.doc.store, around);
  const block = item instanceof Y.Item ? textBlockOf(item) : null;
  const isSameText = left === null || right === null || textOf(left, binding) === textOf(right, binding);
  return { left: isLeft ? left : null, right: isSameText ? right : null, block: block?.id ?? null };
}

/** Null for an item that is not a character. */
function letterOf({ item }: Y.RelativePosition, binding: ProsemirrorBinding): Id | null {
  return item && textOf(item, binding) ? item : null;
}

function textOf(id: Id, { doc }: ProsemirrorBinding): Y.XmlText | null {
  const { parent } = Y.getItem(doc.store, Y.createID(id.client, id.clock));
  return parent instanceof Y.XmlText ? parent : null;
}

const isDeleted = ({ client, clock }: Id, doc: Y.Doc): boolean =>
  Y.getItem(doc.store, Y.createID(client, clock)).deleted;

const placeBehind = (letter: Id, shared: Shared): number | null => placeOf({ item: letter }, shared);

/** The binding finds no place before the very first character, but finds the one behind it. */
function placeBefore(letter: Id, shared: Shared): number | null {
  const behind = placeBehind(letter, shared);
  return behind === null || isDeleted(letter, shared.binding.doc) ? behind : behind - 1;
}

function placeOf(
  place: { readonly item: Id } | { readonly type: Id },
  { type, binding }: Shared,
): number | null {
  const relative = Y.createRelativePositionFromJSON({ ...place, assoc: -1 });
  return toAbsolute(relative, { doc: binding.doc, type, mapping: binding.mapping });
}
