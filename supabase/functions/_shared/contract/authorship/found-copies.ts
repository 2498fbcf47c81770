/** Finds in the changes of a log which text is a copy of another, and who deleted which. */
import * as Y from 'yjs';
import type { Change } from './causal-order.ts';
import { deletedItems, itemsSince } from '../lineage/items.ts';
import { findCopies, type Author } from './find-copies.ts';
import { believe, isLost } from './heirs.ts';
import { IdRanges, type Id } from './id-ranges.ts';

/** The change inserts, and deletes text that another had deleted before: a move of it can no longer be recognized. */
function namesLost({ doc, afterState }: Y.Transaction, { client, named }: Change, since: number): boolean {
  if ((afterState.get(client ?? 0) ?? 0) === since) return false;
  return [...named.clients].some(([other, ranges]) => {
    const structs = doc.store.clients.get(other);
    return ranges.some(({ clock }) => {
      const struct =
        structs && clock < Y.getState(doc.store, other) ? structs[Y.findIndexSS(structs, clock)] : null;
      return (struct instanceof Y.Item || struct instanceof Y.GC) && isLost(struct);
    });
  });
}

/** A move may be two updates: the copy, then the deletion. */
const RECENT_MS = 3000;

/** The copies among the changes of a log, entered one after the other. */
export class FoundCopies {
  #deleters = new IdRanges<number | null>();
  readonly #copies = new IdRanges<Id>();
  readonly #originals = new IdRanges<Id>();
  /** Second copies, each with the unit that it is a copy of once the first copy is gone. */
  readonly #doubles = new IdRanges<Id>();
  #store: Y.Doc['store'] | null = null;
  readonly #stillborn = new IdRanges<true>();
  /** First clock and time of each author's last change. */
  readonly #recent = new Map<number, { readonly clock: number; readonly atMs: number }>();
  isShort = false;

  /** First units whose copy was there at the start. Two people may have moved them at the same time. */
  readonly #standing = new Set<string>();

  /** The document is now the one before the rows. */
  start(wasThere: (id: Id) => boolean): void {
    this.#deleters = new IdRanges();
    for (const [copy] of this.#originals.each()) {
      const { client, clock } = this.originalsOf(copy).at(-1)!;
      if (wasThere(copy)) this.#standing.add(`${client}/${clock}`);
    }
  }

  stood({ client, clock }: Id): boolean {
    return this.#standing.has(`${client}/${clock}`);
  }

  enter(transaction: Y.Transaction, change: Change): void {
    const { client, named } = change;
    this.#store = transaction.doc.store;
    for (const { id, length } of deletedItems(transaction)) this.#deleters.add(id, length, client);
    if (client === null) return;
    const clock = transaction.beforeState.get(client) ?? 0;
    this.isShort ||= namesLost(transaction, change, clock);
    for (const { id, length, deleted } of itemsSince(transaction.doc, client, clock))
      if (deleted && !Y.isDeleted(named, id)) this.#stillborn.add(id, length, true);
    this.#believe(transaction, change, client, clock);
    for (const [from, to] of findCopies(transaction, this.#author(change, client, clock)))
      if (!this.#originals.find(to)) this.#add(from, to);
  }

  #believe({ doc, afterState }: Y.Transaction, { heirs }: Change, client: number, since: number): void {
    if (!heirs) return;
    const claim = { heirs, client, since, until: afterState.get(client) ?? 0 };
    const { pairs, doubles, isShort } = believe(claim, doc.store, (id) => this.copiesOf(id).at(-1) ?? id);
    this.isShort ||= isShort;
    for (const [from, to] of pairs) this.#add(from, to);
    for (const [from, to] of doubles) this.#doubles.add(to, 1, from);
  }

  #add(from: Id, to: Id): void {
    this.#copies.add(from, 1, to);
    this.#originals.add(to, 1, from);
  }

  #author({ atMs, named }: Change, client: number, clock: number): Author {
    const last = this.#recent.get(client);
    this.#recent.set(client, { clock, atMs });
    const since = last && atMs - last.atMs < RECENT_MS ? Math.min(last.clock, clock) : clock;
    return { client, since, named, copies: this.#copies, stillborn: this.#stillborn };
  }

  /** The units of which this one is a copy, newest first. */
  originalsOf(id: Id): Id[] {
    const older: Id[] = [];
    for (let one = this.#originalOf(id); one; one = this.#originalOf(one)) older.push(one);
    return older;
  }

  #originalOf(id: Id): Id | null {
    const original = this.#originals.find(id)?.value;
    if (original) return original;
    const doubled = this.#doubles.find(id)?.value;
    return doubled && this.#isGone(this.copiesOf(doubled).at(-1) ?? doubled) ? doubled : null;
  }

  #isGone({ client, clock }: Id): boolean {
    return this.#store !== null && Y.getItem(this.#store, Y.createID(client, clock)).deleted;
  }

  /** The copies of this unit, oldest first. */
  copiesOf(id: Id): Id[] {
    const newer: Id[] = [];
    for (let one = this.#copies.find(id); one; one = this.#copies.find(one.value)) newer.push(one.value);
    return newer;
  }

  /** The client that deleted the last deleted copy of a chain, or the unit itself if no copy was deleted. */
  removerOf(id: Id): number | null {
    let last = id;
    for (const copy of this.copiesOf(id)) {
      if (!this.#deleters.find(copy)) break;
      last = copy;
    }
    return this.#deleters.find(last)?.value ?? null;
  }
}
