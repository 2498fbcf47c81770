/** Two people at one document with threads: their pages, the log, and the fold that places threads. Times are the test's. */
import { TextSelection } from '@tiptap/pm/state';
import * as Y from 'yjs';
import { readHeirs } from '#contract/authorship/heir-ranges.ts';
import { heirsInRestored, placesOf } from '#contract/authorship/restored-heirs.ts';
import { describeRanges } from '#contract/comments/describe-ranges.ts';
import { placeInLog, seqToReadFrom, type ThreadToPlace } from '#contract/comments/place-in-log.ts';
import { readPassages } from '#contract/comments/read-passages.ts';
import { orderUnits, paintedRanges } from '#contract/comments/text-order.ts';
import type { Anchor, StoredPlace } from '#contract/comments/thread.ts';
import type { TracedRow } from '#contract/comments/trace-copies.ts';
import { writeUnits, type UnitRange } from '#contract/comments/unit-ranges.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { writeHeirs } from '#yjs-supabase';
import { trackPlaces, type Place, type PlaceTracker } from '../../src/app/room/comments/place-tracker.ts';
import { forwardChange } from '../../supabase/functions/_shared/server/forward-change.ts';
import { closeSeat, connectSeats, openSeat, type Seat } from './editors.ts';

export interface TestThread {
  readonly id: string;
  readonly anchor: Anchor;
  place: StoredPlace | null;
  isChecked: boolean;
}

interface Snapshot {
  readonly seq: number;
  readonly state: Uint8Array;
}

export class CommentedPage {
  anna: Seat;
  readonly boris: Seat;
  readonly rows: TracedRow[] = [];
  readonly threads: TestThread[] = [];
  readonly snapshots: Snapshot[] = [];
  ofAnna: PlaceTracker;
  readonly ofBoris: PlaceTracker;
  #nowMs = 0;

  constructor(html: string) {
    const nowMs = (): number => this.#nowMs;
    [this.anna, this.boris] = [
      openSeat('Anna', '#028723', { nowMs }),
      openSeat('Boris', '#8a3ffc', { nowMs }),
    ];
    this.#log(null, Y.encodeStateAsUpdate(this.anna.doc));
    connectSeats(this.anna, this.boris);
    for (const { doc } of [this.anna, this.boris]) this.#watch(doc);
    this.anna.editor.commands.setContent(html);
    this.later(10_000);
    [this.ofAnna, this.ofBoris] = [this.#track(this.anna), this.#track(this.boris)];
  }

  #watch(doc: Y.Doc): void {
    doc.on('update', (update: Uint8Array, origin: unknown, _: Y.Doc, transaction: Y.Transaction) => {
      if (typeof origin === 'object' && origin !== null && 'from' in origin) return;
      this.#log(doc.clientID, update, writeHeirs(transaction));
    });
  }

  #track({ doc, follower }: Seat): PlaceTracker {
    return trackPlaces(doc, follower, { nowMs: () => this.#nowMs, startTimer: () => () => undefined });
  }

  #log(client: number | null, update: Uint8Array, heirs = '', isRestore = false): void {
    const row = { seq: this.rows.length + 1, client, atMs: this.#nowMs, update, isRestore };
    this.rows.push(heirs === '' ? row : { ...row, heirs: readHeirs(heirs) });
  }

  later(ms: number): void {
    this.#nowMs += ms;
  }

  close(): void {
    this.ofAnna.close();
    this.ofBoris.close();
    closeSeat(this.anna);
    closeSeat(this.boris);
  }

  /** A thread of Anna at these words, or at the first node of this kind. */
  comment(words: string, kind: Anchor['kind'] = 'text'): TestThread {
    const passages = readPassages(this.anna.doc);
    const { order } = passages;
    const chosen = kind === 'document' ? [] : kind === 'node' ? this.#node(words) : this.#letters(words);
    const { ranges } = orderUnits(this.anna.doc, chosen, () => order);
    const anchor = {
      kind,
      units: writeUnits(ranges),
      seq: this.rows.length,
      ...describeRanges(passages, ranges),
    };
    const thread = { id: crypto.randomUUID(), anchor, place: null, isChecked: false };
    this.threads.push(thread);
    return thread;
  }

  #letters(words: string): UnitRange[] {
    const { pieces, text } = readPassages(this.anna.doc);
    const start = text.indexOf(words);
    if (start < 0) throw new Error(`no ${words}`);
    return pieces.flatMap((piece) => {
      const [from, to] = [
        Math.max(start, piece.start),
        Math.min(start + words.length, piece.start + piece.text.length),
      ];
      if (from >= to) return [];
      return [
        {
          client: piece.client,
          clock: piece.clock + from - piece.start,
          length: piece.isNode ? 1 : to - from,
        },
      ];
    });
  }

  #node(name: string): UnitRange[] {
    for (const [item] of readPassages(this.anna.doc).order)
      if (item.content instanceof Y.ContentType && item.content.type instanceof Y.XmlElement)
        if (item.content.type.nodeName === name)
          return [{ client: item.id.client, clock: item.id.clock, length: 1 }];
    throw new Error(`no ${name}`);
  }

  /** Folds the log, as the server does, and gives the places to both pages. */
  fold(): void {
    const seq = this.rows.length;
    const doc = new Y.Doc();
    for (const { update } of this.rows) Y.applyUpdate(doc, update);
    this.snapshots.push({ seq, state: Y.encodeStateAsUpdate(doc) });
    const threads = this.threads.map((thread): ThreadToPlace => ({ ...thread, generation: 1, attached: 0 }));
    let placed = placeInLog(threads, this.#partFrom(seqToReadFrom(threads)))!;
    if (placed.readFrom !== null) placed = placeInLog(threads, this.#partFrom(placed.readFrom))!;
    for (const { id, state, units, texts } of placed.places) {
      const thread = this.threads.find((one) => one.id === id)!;
      thread.place = { state, units, seq };
      thread.isChecked = true;
      if (texts) Object.assign(thread.anchor, texts);
    }
  }

  #partFrom(after: number) {
    const until = this.snapshots.at(-1)!.seq;
    const base = this.snapshots.findLast(({ seq }) => seq <= after) ?? null;
    const rows = this.rows.filter(({ seq }) => seq > (base?.seq ?? 0) && seq <= until);
    return { generation: 1, base: base?.seq ?? null, until, state: base ? [base.state] : [], rows };
  }

  /** The document after a row, to be restored later. */
  version(seq = this.rows.length): Y.Doc {
    const doc = new Y.Doc();
    for (const { update } of this.rows.slice(0, seq)) Y.applyUpdate(doc, update);
    return doc;
  }

  /** As the function `restore-version`. */
  restore(version: Y.Doc): void {
    const present = this.version();
    const client = 77_000 + this.rows.length;
    const wanted = version.getXmlFragment(TEXT_ROOT);
    const update = forwardChange(present, wanted, client, placesOf(wanted));
    if (update === null) return;
    const heirs = heirsInRestored(present.getXmlFragment(TEXT_ROOT), client, placesOf(wanted));
    const row = { seq: this.rows.length + 1, client, atMs: this.#nowMs, update, isRestore: true, heirs };
    this.rows.push(row);
    for (const { doc, follower } of [this.anna, this.boris]) {
      follower.takeIncoming([{ bytes: update, clientId: client }]);
      Y.applyUpdate(doc, update, { from: client });
    }
  }

  /** Anna closes her page and opens it again: it has the last fold, and the rows after it. */
  reloadAnna(): void {
    this.ofAnna.close();
    const doc = new Y.Doc();
    for (const { update } of this.rows) Y.applyUpdate(doc, update);
    closeSeat(this.anna);
    this.anna = openSeat('Anna', '#028723', { nowMs: () => this.#nowMs, state: Y.encodeStateAsUpdate(doc) });
    connectSeats(this.anna, this.boris);
    this.#watch(this.anna.doc);
    this.ofAnna = this.#track(this.anna);
  }
}

/** The text of a place, with `|` between ranges that are apart in it. */
export function textAt({ doc }: Pick<Seat, 'doc'>, { ranges, apart = [] }: Place): string {
  const passages = readPassages(doc);
  const { pieces } = passages;
  const shown = paintedRanges(passages, { ranges, apart });
  const parts = shown.map((range) =>
    pieces
      .flatMap(({ client, clock, length, text, isNode }) => {
        const [from, to] = [
          Math.max(range.clock, clock),
          Math.min(range.clock + range.length, clock + length),
        ];
        if (client !== range.client || from >= to) return [];
        return [isNode ? `[${text}]` : text.slice(from - clock, to - clock)];
      })
      .join(''),
  );
  return parts.join('');
}

export function select({ editor }: Seat, words: string, start = 0, end = words.length): void {
  let place = -1;
  editor.state.doc.descendants((node, pos) => {
    const at = node.isTextblock ? node.textBetween(0, node.content.size, '', '\ufffc').indexOf(words) : -1;
    if (place < 0 && at >= 0) place = pos + 1 + at;
  });
  if (place < 0) throw new Error(`no ${words}`);
  const { state, view } = editor;
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, place + start, place + end)));
}

export const cut = ({ editor }: Seat): string => {
  const { view, state } = editor;
  const html = view.serializeForClipboard(state.selection.content()).dom.innerHTML;
  editor.commands.deleteSelection();
  return html;
};

/** Moves the selection as a drag does, to a position of the text after it is gone. */
export function dragTo({ editor }: Seat, findPlace: () => number): void {
  const { view } = editor;
  const slice = editor.state.selection.content();
  view.serializeForClipboard(slice);
  Object.assign(view, { dragging: { slice, move: true } });
  let dropped = slice;
  view.someProp('transformPasted', (change) => void (dropped = change(dropped, view, false)));
  const transaction = editor.state.tr.deleteSelection();
  const place = findPlace();
  view.dispatch(transaction.replaceRange(place, place, dropped));
  Object.assign(view, { dragging: null });
}

export const pauseALittle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 3));
