/**
 * Restore as a forward change: a Yjs update that turns a text into the wanted one. It changes only the differences, so that
 * concurrent changes merge with it. It works on the Yjs tree, not on an editor schema, so old versions stay readable whatever
 * the schema becomes.
 *
 * Why not the editor binding: it pairs blocks by position, so a concurrent change may land in another paragraph
 * (docs/decisions/0003).
 */
import * as Y from 'yjs';
import type { HeirRange } from '../contract/authorship/heir-ranges.ts';
import { createCursor } from '../contract/authorship/read-spans.ts';
import { keyOf } from '../contract/text/document-node.ts';
import { typedTexts } from '../contract/text/plain-text.ts';
import { plainAttributes, readDocument, sharedIn } from '../contract/text/yjs-document.ts';
import { TEXT_ROOT } from '../contract/document-schema.ts';
import { align, MOST_COMPARED, type Alignable, type Search } from './align.ts';
import { claimedSpans, nameSpans, ownSpans, type Spans, type SpansOf } from './text-ids.ts';

/**
 * Null when the text is already as wanted. The update is written under `clientId`, and changes `doc`. `places`: the text that
 * the wanted one brings back, by its places there. Equal text of another stays out of the way.
 */
export function forwardChange(
  doc: Y.Doc,
  wanted: Y.XmlFragment,
  clientId: number,
  places: readonly HeirRange[],
): Uint8Array | null {
  const text = doc.getXmlFragment(TEXT_ROOT);
  const key = keyOf(readDocument(wanted));
  const isAsWanted = (): boolean => keyOf(readDocument(text)) === key;
  if (isAsWanted()) return null;
  doc.clientID = clientId;
  let change: Uint8Array | null = null;
  doc.on('update', (update: Uint8Array) => {
    change = update;
  });
  const texts: Texts = {
    search: { left: MOST_COMPARED },
    present: ownSpans,
    wanted: claimedSpans(wanted, places),
  };
  doc.transact(() => changeChildren(text, wanted, texts));
  if (!isAsWanted()) throw new Error('the restored text differs from the wanted one');
  return change;
}

interface Texts {
  readonly search: Search;
  readonly present: SpansOf;
  readonly wanted: SpansOf;
}

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

const describeChild = (child: Child, spansOf: SpansOf): Alignable => ({
  look: contentOf(child),
  ...nameSpans(spansIn(child, spansOf)),
});

const spansIn = (child: Child, spansOf: SpansOf): Spans =>
  child instanceof Y.XmlText
    ? spansOf(child)
    : child instanceof Y.XmlElement
      ? sharedIn(child).flatMap((inner) => spansIn(inner, spansOf))
      : [];

/** A run of children that differ: at `at`, `added` shall replace `removed`. */
interface Gap {
  readonly at: number;
  readonly removed: readonly Child[];
  readonly added: readonly Child[];
}

function changeChildren(parent: Y.XmlFragment, wanted: Y.XmlFragment, texts: Texts): void {
  // From the end, so that the positions of earlier gaps stay valid.
  for (const gap of findGaps(childrenOf(parent), childrenOf(wanted), texts).toReversed())
    fillGap(parent, gap, texts);
}

function findGaps(present: readonly Child[], wanted: readonly Child[], texts: Texts): Gap[] {
  const describe = (spansOf: SpansOf) => (child: Child) => describeChild(child, spansOf);
  const steps = align(present.map(describe(texts.present)), wanted.map(describe(texts.wanted)), texts.search);
  const gaps: Gap[] = [];
  let at = 0;
  let from = 0;
  for (const { kept, removed, added } of steps) {
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

function fillGap(parent: Y.XmlFragment, { at, removed, added }: Gap, texts: Texts): void {
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
      change(child, partner, texts);
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

function change(child: Child, wanted: Child, texts: Texts): void {
  if (child instanceof Y.XmlText && wanted instanceof Y.XmlText) changeText(child, wanted, texts);
  else if (child instanceof Y.XmlElement && wanted instanceof Y.XmlElement) {
    changeAttributes(child, wanted);
    changeChildren(child, wanted, texts);
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
interface Piece extends Alignable {
  readonly insert: string | object;
  readonly marks: Record<string, unknown>;
}

function piecesOf(text: Y.XmlText, spansOf: SpansOf): Piece[] {
  const take = createCursor(spansOf(text));
  const pieceOf = (insert: string | object, marks: Piece['marks']): Piece => ({
    insert,
    marks,
    look: JSON.stringify([insert, Object.entries(marks).toSorted(([a], [b]) => (a < b ? -1 : 1))]),
    ...(typeof insert === 'string' ? nameSpans(take(insert.length)) : EMBEDDED),
  });
  const runs = text.toDelta() as { insert: string | object; attributes?: Record<string, unknown> }[];
  return runs.flatMap(({ insert, attributes: marks = {} }) =>
    typeof insert === 'string'
      ? (insert.match(/\s+|[^\s]+/g) ?? []).map((part) => pieceOf(part, marks))
      : pieceOf(insert, marks),
  );
}

const EMBEDDED = { ids: '', length: 1 };

function changeText(text: Y.XmlText, wanted: Y.XmlText, texts: Texts): void {
  const present = piecesOf(text, texts.present);
  const target = piecesOf(wanted, texts.wanted);
  let at = 0;
  let place = 0;
  let from = 0;
  for (const { kept, removed, added } of align(present, target, texts.search)) {
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

type Inserted = Pick<Piece, 'insert' | 'marks' | 'length'>;

/** Joins words of one run, because each insertion walks the text from its start. */
function joinPieces(pieces: readonly Piece[]): Inserted[] {
  const joined: Inserted[] = [];
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

const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + piece.length, 0);
