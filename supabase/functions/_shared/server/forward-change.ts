/**
 * Restore as a forward change: a Yjs update that turns a text into the wanted one. It changes only the differences, so that
 * concurrent changes merge with it. It works on the Yjs tree, not on an editor schema, so old versions stay readable whatever
 * the schema becomes.
 *
 * Why not the editor binding: it pairs blocks by position, so a concurrent change may land in another paragraph
 * (docs/decisions/0003).
 */
import { diffArrays } from 'diff';
import * as Y from 'yjs';
import { keyOf } from '../contract/text/document-node.ts';
import { typedTexts } from '../contract/text/plain-text.ts';
import { plainAttributes, readDocument } from '../contract/text/yjs-document.ts';
import { TEXT_ROOT } from '../contract/document-schema.ts';

/** Null when the text is already as wanted. The update is written under `clientId`, and changes `doc`. */
export function forwardChange(doc: Y.Doc, wanted: Y.XmlFragment, clientId: number): Uint8Array | null {
  const text = doc.getXmlFragment(TEXT_ROOT);
  doc.clientID = clientId;
  let change: Uint8Array | null = null;
  doc.on('update', (update: Uint8Array) => {
    change = update;
  });
  const search: Search = { left: MOST_COMPARED };
  doc.transact(() => changeChildren(text, wanted, search));
  if (keyOf(readDocument(text)) !== keyOf(readDocument(wanted)))
    throw new Error('the restored text differs from the wanted one');
  return change;
}

/**
 * The number of pairs of blocks or words that one restore may still compare. Beyond it, text is replaced as a whole: many
 * words with many edits would take minutes.
 */
interface Search {
  left: number;
}
const MOST_COMPARED = 200_000_000;

type Child = Y.XmlElement | Y.XmlText;

/** The XML of a part, marks and attributes included. Old logs may have values that are neither text nor element. */
function contentOf(part: unknown): string {
  if (part instanceof Y.XmlText) return part.toJSON();
  if (!(part instanceof Y.XmlElement)) return JSON.stringify(part) ?? '';
  const attributes = JSON.stringify(
    Object.entries(plainAttributes(part)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  return `<${part.nodeName} ${attributes}>${part.toArray().map(contentOf).join('')}</${part.nodeName}>`;
}

function copyOf(part: Child): Child {
  if (!(part instanceof Y.XmlElement)) return part instanceof Y.XmlText ? part.clone() : part;
  const copy = new Y.XmlElement(part.nodeName);
  // Attributes may hold any JSON; Yjs's type is string.
  for (const [name, value] of Object.entries(plainAttributes(part))) copy.setAttribute(name, value as string);
  copy.insert(0, childrenOf(part).map(copyOf));
  return copy;
}

const childrenOf = (parent: Y.XmlFragment): Child[] => parent.toArray() as Child[];

/** A run of children that differ: at `at`, `added` shall replace `removed`. */
interface Gap {
  readonly at: number;
  readonly removed: readonly Child[];
  readonly added: readonly Child[];
}

function changeChildren(parent: Y.XmlFragment, wanted: Y.XmlFragment, search: Search): void {
  // From the end, so that the positions of earlier gaps stay valid.
  for (const gap of findGaps(childrenOf(parent), childrenOf(wanted), search).toReversed())
    fillGap(parent, gap, search);
}

function findGaps(present: readonly Child[], wanted: readonly Child[], search: Search): Gap[] {
  const changes = align(present.map(contentOf), wanted.map(contentOf), search);
  const gaps: Gap[] = [];
  let at = 0;
  let from = 0;
  for (const { kept, removed, added } of changes) {
    at += kept;
    from += kept;
    if (removed + added > 0) {
      gaps.push({ at, removed: present.slice(at, at + removed), added: wanted.slice(from, from + added) });
    }
    at += removed;
    from += added;
  }
  return gaps;
}

function fillGap(parent: Y.XmlFragment, { at, removed, added }: Gap, search: Search): void {
  const partners = pairAlike(removed, added);
  let place = at;
  let next = 0;
  let gone = 0;
  // One call for a run of children, because each walks the parent from its start.
  const replaceTo = (end: number): void => {
    // Behind what goes, so that text written after it later stays after it when the restore is undone.
    if (next < end) parent.insert(place + gone, added.slice(next, end).map(copyOf));
    if (gone > 0) parent.delete(place, gone);
    place += end - next;
    [next, gone] = [end, 0];
  };
  for (const child of removed) {
    const partner = partners.get(child);
    if (partner === undefined) gone++;
    else {
      replaceTo(added.indexOf(partner, next));
      change(child, partner, search);
      next++;
      place++;
    }
  }
  replaceTo(added.length);
}

/** A partner is searched this far ahead. Text that moved further is deleted and inserted. */
const PARTNER_WINDOW = 24;

/** Pairs, in order, children of the same kind whose words are mostly the same. */
function pairAlike(removed: readonly Child[], added: readonly Child[]): Map<Child, Child> {
  const partners = new Map<Child, Child>();
  const words = new Map<Child, ReadonlySet<string>>();
  const wordsOf = (child: Child): ReadonlySet<string> => {
    const known = words.get(child) ?? readWords(child);
    words.set(child, known);
    return known;
  };
  let from = 0;
  for (const child of removed) {
    const end = Math.min(added.length, from + PARTNER_WINDOW);
    for (let at = from; at < end; at++) {
      const candidate = added[at];
      if (candidate === undefined || !isPartner(child, candidate, wordsOf)) continue;
      partners.set(child, candidate);
      from = at + 1;
      break;
    }
  }
  return partners;
}

function isPartner(a: Child, b: Child, wordsOf: (child: Child) => ReadonlySet<string>): boolean {
  if (a instanceof Y.XmlText || b instanceof Y.XmlText)
    return a instanceof Y.XmlText && b instanceof Y.XmlText;
  if (!(a instanceof Y.XmlElement && b instanceof Y.XmlElement) || a.nodeName !== b.nodeName) return false;
  const [words, others] = [wordsOf(a), wordsOf(b)];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared * 2 >= Math.min(words.size, others.size);
}

const readWords = (child: Child): ReadonlySet<string> =>
  new Set([...typedTexts(child)].join(' ').match(/\S+/g));

function change(child: Child, wanted: Child, search: Search): void {
  if (child instanceof Y.XmlText && wanted instanceof Y.XmlText) changeText(child, wanted, search);
  else if (child instanceof Y.XmlElement && wanted instanceof Y.XmlElement) {
    changeAttributes(child, wanted);
    changeChildren(child, wanted, search);
  }
}

function changeAttributes(element: Y.XmlElement, wanted: Y.XmlElement): void {
  const present: Record<string, unknown> = plainAttributes(element);
  const target: Record<string, unknown> = plainAttributes(wanted);
  for (const name of Object.keys(present)) if (!Object.hasOwn(target, name)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(target)) {
    // Attributes may hold any JSON; Yjs's type is string.
    if (JSON.stringify(present[name]) !== JSON.stringify(value)) element.setAttribute(name, value as string);
  }
}

/** A word, a space or an embedded thing, with the marks on it. */
interface Piece {
  readonly insert: string | object;
  readonly marks: Record<string, unknown>;
  readonly length: number;
}

function piecesOf(text: Y.XmlText): Piece[] {
  const runs = text.toDelta() as { insert: string | object; attributes?: Record<string, unknown> }[];
  return runs.flatMap(({ insert, attributes: marks = {} }): Piece[] =>
    typeof insert === 'string'
      ? (insert.match(/\s+|[^\s]+/g) ?? []).map((part) => ({ insert: part, marks, length: part.length }))
      : [{ insert, marks, length: 1 }],
  );
}

function changeText(text: Y.XmlText, wanted: Y.XmlText, search: Search): void {
  const present = piecesOf(text);
  const target = piecesOf(wanted);
  let at = 0;
  let place = 0;
  let from = 0;
  for (const { kept, removed, added } of align(present.map(keyOfPiece), target.map(keyOfPiece), search)) {
    place += lengthOf(present.slice(at, at + kept));
    const gone = lengthOf(present.slice(at + kept, at + kept + removed));
    const start = place;
    for (const piece of joinPieces(target.slice(from + kept, from + kept + added))) {
      // Explicit marks: text inserted without any would take those of the text before it.
      if (typeof piece.insert === 'string') text.insert(place + gone, piece.insert, piece.marks);
      else text.insertEmbed(place + gone, piece.insert, piece.marks);
      place += piece.length;
    }
    if (gone > 0) text.delete(start, gone);
    at += kept + removed;
    from += kept + added;
  }
}

/** Joins words of one run, because each insertion walks the text from its start. */
function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.marks === piece.marks && typeof last.insert === 'string' && typeof piece.insert === 'string') {
      const { marks } = piece;
      joined[joined.length - 1] = {
        insert: last.insert + piece.insert,
        marks,
        length: last.length + piece.length,
      };
    } else joined.push(piece);
  }
  return joined;
}

const keyOfPiece = (piece: Piece): string =>
  JSON.stringify([piece.insert, Object.entries(piece.marks).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + piece.length, 0);

/** Numbers of pieces, in order: equal on both sides, only in `present`, only in `wanted`. */
interface Step {
  kept: number;
  removed: number;
  added: number;
}

/** Beyond this the texts have so little in common that pairing them costs more than it saves. */
const MOST_EDITS = 4000;

function align(present: readonly string[], wanted: readonly string[], search: Search): Step[] {
  // Numbers, because comparing two long equal texts takes as long as they are.
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  const all = present.length + wanted.length;
  const maxEditLength = Math.min(MOST_EDITS, Math.floor(search.left / Math.max(1, all)));
  const changes = diffArrays(present.map(numberOf), wanted.map(numberOf), { maxEditLength });
  const edits = changes?.reduce(
    (sum, { count, added, removed }) => (added || removed ? sum + count : sum),
    0,
  );
  search.left -= all * (edits ?? maxEditLength);
  if (changes === undefined) return [{ kept: 0, removed: present.length, added: wanted.length }];
  const steps: Step[] = [];
  let step: Step = { kept: 0, removed: 0, added: 0 };
  for (const { count, added, removed } of changes) {
    if (added) step.added += count;
    else if (removed) step.removed += count;
    else {
      if (step.kept + step.added + step.removed > 0) steps.push(step);
      step = { kept: count, removed: 0, added: 0 };
    }
  }
  return [...steps, step];
}
