/** Finds in the changes of a log which text is a copy of another, and who deleted which. */
import * as Y from 'yjs';
import type { Change } from './causal-order.ts';
import { deletedItems, itemsSince } from '../lineage/items.ts';
import { findCopies, type Author } from './find-copies.ts';
import { believe, isLost } from './heirs.ts';
import { IdRanges, type Id } from './id-ranges.ts';
import { findMisplaced, findMissing, type Lineage, type Missing } from './placement.ts';

/** The change inserts, and deletes text that another had deleted before: a move of it can no longer be recognized. */
function namesLost({ doc, afterState }: Y.Transaction, { client, named }: Change, since: number): boolean {
  if ((afterState.get(client ?? 0) ?? 0) === since) return false;
  return [...named.clients].some(([other, ranges]) => {
    const structs = doc.store.clients.get(other) ?? [];
    return ranges.some(({ clock, len }) => {
      if (clock >= Y.getState(doc.store, other)) return false;
      // Anything in it: a block that is there may have had text that is not.
      for (let at = Y.findIndexSS(structs, clock); at < structs.length; at += 1) {
        const struct = structs[at]!;
        if (struct.id.clock >= clock + len) return false;
        if ((struct instanceof Y.Item || struct instanceof Y.GC) && isLost(struct)) return true;
      }
      return false;
    });
  });
}

/** A move may be two updates: the copy, then the deletion. */
const RECENT_MS = 3000;

/** A unit, and the number of the change that made it. */
type Copy = Id & { readonly change: number };

/** The copies among the changes of a log, entered one after the other. */
export class FoundCopies {
  #deleters = new IdRanges<number | null>();
  readonly #copies = new IdRanges<Copy>();
  readonly #originals = new IdRanges<Id>();
  /** Second copies, each with the unit that it is a copy of once the first copy is gone. */
  readonly #doubles = new IdRanges<Id>();
  #store: Y.Doc['store'] | null = null;
  readonly #stillborn = new IdRanges<true>();
  /** First clock and time of each author's last change. */
  readonly #recent = new Map<number, { readonly clock: number; readonly atMs: number }>();
  isShort = false;
  /** Copies that did not stand as their text was written, each with the client that made it. */
  readonly #placers = new IdRanges<number>();
  /** The numbers of the changes that deleted units. */
  readonly #goneAt = new IdRanges<number>();
  #change = 0;
  /** Those of them, or their copies, that do now. */
  #settled: ReadonlySet<string> | null = null;

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

  /** Returns the pairs of a unit and its copy that the change made; those last whose unit has another copy, which is there. */
  enter(transaction: Y.Transaction, change: Change): readonly (readonly [Id, Id])[] {
    const { client, named } = change;
    this.#store = transaction.doc.store;
    this.#change += 1;
    for (const { id, length } of deletedItems(transaction)) {
      this.#deleters.add(id, length, client);
      this.#goneAt.add(id, length, this.#change);
    }
    if (client === null) return [];
    const clock = transaction.beforeState.get(client) ?? 0;
    this.isShort ||= namesLost(transaction, change, clock);
    const buried = itemsSince(transaction.doc, client, clock).filter(({ deleted }) => deleted);
    for (const { id, length } of buried)
      for (let at = id.clock; at < id.clock + length; at += 1)
        if (!Y.isDeleted(named, Y.createID(client, at))) this.#stillborn.add({ client, clock: at }, 1, true);
    const { pairs: believed, doubles } = this.#believe(transaction, change, client, clock);
    const pairs = [...believed];
    for (const pair of findCopies(transaction, this.#author(change, client, clock))) {
      if (this.#originals.find(pair[1])) continue;
      this.#add(...pair);
      pairs.push(pair);
    }
    this.#settled = null;
    for (const to of findMisplaced(this.#store, pairs, this.#lineage)) this.#placers.add(to, 1, client);
    return [...pairs, ...doubles];
  }

  #believe(
    { doc, afterState }: Y.Transaction,
    { heirs }: Change,
    client: number,
    since: number,
  ): Pick<ReturnType<typeof believe>, 'pairs' | 'doubles'> {
    if (!heirs) return { pairs: [], doubles: [] };
    const claim = { heirs, client, since, until: afterState.get(client) ?? 0 };
    const { pairs, doubles, isShort } = believe(claim, doc.store, (id) => this.copiesOf(id).at(-1) ?? id);
    this.isShort ||= isShort;
    for (const [from, to] of pairs) this.#add(from, to);
    for (const [from, to] of doubles) this.#doubles.add(to, 1, from);
    return { pairs, doubles };
  }

  #add(from: Id, to: Id): void {
    this.#copies.add(from, 1, { ...to, change: this.#change });
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

  readonly #lineage: Lineage = {
    livingHeirOf: (id) => {
      const newest = this.copiesOf(id).at(-1) ?? id;
      return this.#isGone(newest) ? null : newest;
    },
    originalsOf: (id) => this.originalsOf(id),
    removerOf: (id) => this.removerOf(id),
    takerOf: (id) => this.#deleters.find(id)?.value ?? null,
    sawCopied: (id, other) => {
      const copiedAt = this.#copies.find(other)?.value.change ?? Infinity;
      return copiedAt < (this.#goneAt.find(id)?.value ?? Infinity);
    },
    wasPlaced: (id) => this.#placersIn(id).length > 0,
  };

  /** The clients that put this unit between other text than it was written between, the first one first. */
  placersOf(id: Id): readonly number[] {
    const placers = this.#placersIn(id);
    if (placers.length === 0) return placers;
    this.#settled ??= this.#findSettled();
    if (this.#settled.has(`${id.client}/${id.clock}`)) return [];
    return placers.toReversed();
  }

  #placersIn(id: Id): readonly number[] {
    return [id, ...this.originalsOf(id)].flatMap((copy) => this.#placers.find(copy)?.value ?? []);
  }

  #findSettled(): ReadonlySet<string> {
    const pairs = new Map<string, readonly [Id, Id]>();
    for (const [copy] of this.#placers.each()) {
      const heir = this.#lineage.livingHeirOf(copy);
      const first = this.originalsOf(copy).at(-1);
      if (heir && first) pairs.set(`${heir.client}/${heir.clock}`, [first, heir]);
    }
    for (const { client, clock } of findMisplaced(this.#store!, [...pairs.values()], this.#lineage))
      pairs.delete(`${client}/${clock}`);
    return new Set(pairs.keys());
  }

  /** Text of any writer that stood next to this unit where it was written, and is gone from there: before it, and after it. */
  missingBeside(id: Id): readonly [readonly Missing[], readonly Missing[]] {
    if (!this.#store) return [[], []];
    return findMissing(this.#store, this.originalsOf(id).at(-1) ?? id, id, this.#lineage);
  }
}
