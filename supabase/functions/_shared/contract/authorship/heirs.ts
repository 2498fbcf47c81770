/**
 * Heirs: a page declares which units of its update continue units that are deleted, because an undo, a redo or a paste of
 * what was cut inserts them again. A declaration is a claim. `traceLog` believes it only as far as the log shows the same
 * text under both ids, and the old one as deleted.
 */
import * as Y from 'yjs';
import { headOf } from '../text/document-node.ts';
import { inOrder, type HeirRange } from './heir-ranges.ts';
import type { Id } from './id-ranges.ts';
import { readNode, typeOf } from '../lineage/read-lines.ts';

export interface Claim {
  readonly heirs: readonly HeirRange[];
  /** The client of the update, and the clocks that it wrote. */
  readonly client: number;
  readonly since: number;
  readonly until: number;
}

interface Believed {
  readonly pairs: readonly (readonly [Id, Id])[];
  /** Pairs of a unit that has another copy, which is there: two people brought it back at the same time. */
  readonly doubles: readonly (readonly [Id, Id])[];
  readonly isShort: boolean;
}

/**
 * The pairs of a claim that the document shows: equal text, of which the old one is deleted, and has no other copy that is
 * not. `lastCopyOf`: the newest copy of a unit, or the unit itself. `isShort`: some of the old text can no longer be read.
 */
export function believe(
  { heirs, client, since, until }: Claim,
  store: Y.Doc['store'],
  lastCopyOf: (id: Id) => Id,
): Believed {
  const pairs: (readonly [Id, Id])[] = [];
  const doubles: (readonly [Id, Id])[] = [];
  const taken = new Set<string>();
  let isShort = false;
  for (const { clock, from, length } of inOrder(heirs)) {
    const end = Math.min(clock + length, until);
    for (let at = Math.max(clock, since); at < end; at += 1) {
      const to = { client, clock: at };
      const named = { client: from.client, clock: from.clock + at - clock };
      const old = lastCopyOf(named);
      const [before, now] = [itemAt(store, old), itemAt(store, to)];
      if (before && now && isLost(before)) isShort = true;
      const name = `${old.client}/${old.clock}`;
      if (before && now && !before.deleted && old !== named && isSame(before, old, now, to))
        doubles.push([named, to]);
      if (!before?.deleted || !now || taken.has(name) || !isSame(before, old, now, to)) continue;
      taken.add(name);
      pairs.push([old, to]);
    }
  }
  return { pairs, doubles, isShort };
}

function itemAt(store: Y.Doc['store'], { client, clock }: Id): Y.Item | Y.GC | null {
  const structs = store.clients.get(client);
  if (!structs || clock >= Y.getState(store, client)) return null;
  const struct = structs[Y.findIndexSS(structs, clock)];
  return struct instanceof Y.Item || struct instanceof Y.GC ? struct : null;
}

/** A folded state has no text for what was deleted before it. */
export const isLost = (struct: Y.Item | Y.GC): boolean =>
  struct instanceof Y.GC || struct.content instanceof Y.ContentDeleted;

export function isSame(before: Y.Item | Y.GC, old: Id, now: Y.Item | Y.GC, to: Id): boolean {
  if (!(before instanceof Y.Item && now instanceof Y.Item)) return false;
  if (before.content instanceof Y.ContentString && now.content instanceof Y.ContentString)
    return before.content.str[old.clock - before.id.clock] === now.content.str[to.clock - now.id.clock];
  const [one, other] = [typeOf(before), typeOf(now)];
  return one instanceof Y.XmlElement && other instanceof Y.XmlElement && plainHead(one) === plainHead(other);
}

/** Equal for elements with the same name and attributes. */
function plainHead(element: Y.XmlElement): string {
  const { name, attributes } = readNode(element);
  return headOf({ type: name, attrs: attributes });
}
