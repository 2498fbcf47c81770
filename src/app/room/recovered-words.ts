/**
 * What I have just typed and somebody deleted, having seen it: it stays deleted, and is offered back. (What they had not
 * seen comes back by itself, see follow-text.) Letters that are corrected inside a paragraph are everyday work and not
 * worth an offer; whole words are, whatever goes with its paragraph, and a formula that somebody else wrote anew.
 */
import type * as Y from 'yjs';
import { readDeletedWords, textOfRuns, type DeletedWords, type Run } from './deleted-words.ts';
import { plainText } from './plain-text.ts';
import { readReplacedFormulas } from './replaced-formulas.ts';

export interface RecoveredWords {
  readonly id: number;
  readonly runs: readonly Run[];
  readonly text: string;
}

export interface WordTray {
  /** The same list until it changes, the oldest first. */
  readonly list: () => readonly RecoveredWords[];
  /** Words that an editor showed and could not share, one entry for each paragraph. */
  readonly offer: (paragraphs: readonly string[]) => void;
  dismiss(id: number): void;
  /** What I have typed until now may go: I am taking it back myself, by restoring a version. */
  readonly letGo: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  close(): void;
}

const JUST_MS = 60_000;
const MAX_OFFERS = 5;

/** The side of the tray that is told what happens. */
export interface WordTrayKeeper extends WordTray {
  /** Before garbage collection. `isNamed`: whoever made the change had seen my letter with this clock. */
  readonly takeRemote: (transaction: Y.Transaction, isNamed: (clock: number) => boolean) => void;
}

export function openWordTray(
  doc: Y.Doc,
  rootName: string,
  nowMs: () => number = () => Date.now(),
): WordTrayKeeper {
  const root = doc.getXmlFragment(rootName);
  const listeners = new Set<() => void>();
  let offers: readonly (RecoveredWords & { readonly atMs: number })[] = [];
  let typed: readonly Typed[] = [];
  let nextId = 1;

  const set = (all: typeof offers): void => {
    const next = all.slice(-MAX_OFFERS);
    if (next.length === offers.length && next.every((offer, at) => offer === offers[at])) return;
    offers = next;
    for (const listener of listeners) listener();
  };

  const forget = (atMs: number): void => {
    typed = typed.filter((each) => atMs - each.atMs < JUST_MS);
  };

  const asOffer = (text: string, atMs: number) => ({
    runs: [[{ text, marks: {} }]],
    text,
    id: nextId++,
    atMs,
  });

  function takeRemote(transaction: Y.Transaction, isNamed: (clock: number) => boolean): void {
    const atMs = nowMs();
    forget(atMs);
    const from = typed[0]?.clock;
    const isRecent = offers.some((offer) => atMs - offer.atMs < JUST_MS);
    if (from === undefined && !isRecent) return;
    const isJust = (clock: number): boolean => from !== undefined && clock >= from;
    const isWanted = (clock: number): boolean => isJust(clock) && isNamed(clock);
    const deleted = readDeletedWords(transaction, root, isWanted).filter(isWorthOffering);
    const formulas = readReplacedFormulas(transaction, isJust).map((text) => asOffer(text, atMs));
    if (deleted.length === 0 && formulas.length === 0 && !isRecent) return;
    const present = plainText(root);
    const fresh = deleted
      .map(({ runs }) => ({ runs, text: textOfRuns(runs).trim(), id: nextId++, atMs }))
      .filter(({ runs }) => !isPresent(present, runs));
    // Moved, or brought back by whoever deleted them.
    const open = offers.filter((offer) => atMs - offer.atMs >= JUST_MS || !isPresent(present, offer.runs));
    set([...open, ...fresh, ...formulas]);
  }

  const onTransaction = ({ beforeState, afterState }: Y.Transaction): void => {
    const clock = beforeState.get(doc.clientID) ?? 0;
    if (clock === (afterState.get(doc.clientID) ?? 0)) return;
    const atMs = nowMs();
    forget(atMs);
    typed = [...typed, { clock, atMs }];
  };
  doc.on('afterTransaction', onTransaction);

  return {
    takeRemote,
    offer: (paragraphs) => {
      const atMs = nowMs();
      set([...offers, ...paragraphs.map((text) => asOffer(text, atMs))]);
    },
    list: () => offers,
    letGo: () => {
      typed = [];
    },
    dismiss: (id) => set(offers.filter((offer) => offer.id !== id)),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      listeners.clear();
      doc.off('afterTransaction', onTransaction);
    },
  };
}

/** From this clock on something was written at that time. */
interface Typed {
  readonly clock: number;
  readonly atMs: number;
}

const WORD = /[\p{L}\p{N}]/u;
const TWO_WORDS = /[\p{L}\p{N}]\S*\s+\S*[\p{L}\p{N}]/u;

/** Exported for its tests. */
export function isWorthOffering({ runs, isPlaceGone }: Pick<DeletedWords, 'runs' | 'isPlaceGone'>): boolean {
  return (isPlaceGone ? WORD : TWO_WORDS).test(textOfRuns(runs));
}

/** Joining, moving and turning a paragraph into a heading delete it and write it anew elsewhere. */
const isPresent = (text: string, runs: readonly Run[]): boolean =>
  runs.every((run) => text.includes(textOfRuns([run]).trim()));
