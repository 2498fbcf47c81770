/**
 * Offers to restore recent local text that another user had seen and deleted; otherwise it stays deleted. (Text that they had
 * not seen is restored automatically, see follow/follow-text.) The tray offers several words, any word deleted with its
 * paragraph, and formulas replaced by another user. Smaller corrections are normal editing and not offered.
 */
import type * as Y from 'yjs';
import { hostClock } from '#yjs-supabase/clock';
import { readDeletedText, textOfRuns, type DeletedText, type Paragraph } from './deleted-text.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { readReplacedFormulas } from './replaced-formulas.ts';

/** Text that one user deleted at once. */
export interface RecoveredText {
  readonly id: number;
  readonly paragraphs: readonly Paragraph[];
  /** The paragraphs, one line each. */
  readonly text: string;
  /** Name of the user who deleted it, or null if unknown. */
  readonly by: string | null;
}

export interface RecoveryTray {
  /** A stable array until it changes; oldest first. */
  readonly list: () => readonly RecoveredText[];
  /** Offers text that an editor showed but could not share. */
  readonly offer: (paragraphs: readonly string[], by?: string | null) => void;
  dismiss(id: number): void;
  dismissAll(): void;
  /** Offers nothing typed so far: the user discards it by restoring a version. */
  readonly letGo: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  close(): void;
}

/** The user behind a Yjs client. */
export interface Remover {
  readonly name: string;
  readonly isSelf: boolean;
}

/** A deletion of older text is deliberate: its author has read the text. */
const JUST_MS = 10_000;
/** If part of a sentence is that recent, the offer includes the sentence from its start. */
const SENTENCE_MS = 60_000;
/** For this long, an offer is withdrawn when its text is back in the document. */
const WATCHED_MS = 60_000;
/** Deletions by one user within this time form one offer. */
const TOGETHER_MS = 5000;
const MAX_OFFERS = 5;

/** The producer side of the tray. */
export interface RecoveryTrayKeeper extends RecoveryTray {
  /**
   * Call before garbage collection. `isNamed`: the author of the change had seen the local character with this clock;
   * `authorOf`: Yjs client of that author.
   */
  readonly takeRemote: (
    transaction: Y.Transaction,
    isNamed: (clock: number) => boolean,
    authorOf: (clock: number) => number | null,
  ) => void;
}

export function openRecoveryTray(
  doc: Y.Doc,
  rootName: string,
  nowMs: () => number = () => hostClock.nowMs(),
  userOf: (clientId: number) => Remover | null = () => null,
): RecoveryTrayKeeper {
  const root = doc.getXmlFragment(rootName);
  const listeners = new Set<() => void>();
  let offers: readonly Offer[] = [];
  let typed: readonly Typed[] = [];
  let nextId = 1;

  const set = (all: typeof offers): void => {
    const next = all.slice(-MAX_OFFERS);
    if (next.length === offers.length && next.every((offer, at) => offer === offers[at])) return;
    offers = next;
    for (const listener of listeners) listener();
  };

  /** The clock from which on this client has typed since `fromMs`. */
  const clockSince = (fromMs: number): number => typed.find(({ atMs }) => atMs > fromMs)?.clock ?? Infinity;

  function takeRemote(
    ...[transaction, isNamed, authorOf]: Parameters<RecoveryTrayKeeper['takeRemote']>
  ): void {
    const atMs = nowMs();
    typed = typed.filter((each) => atMs - each.atMs < SENTENCE_MS);
    const justFrom = clockSince(atMs - JUST_MS);
    const isRecent = offers.some((offer) => atMs - offer.atMs < WATCHED_MS);
    if (justFrom === Infinity && !isRecent) return;
    const sentenceFrom = typed[0]?.clock ?? Infinity;
    const isWanted = (clock: number): boolean => clock >= sentenceFrom && isNamed(clock);
    const deleted = readDeletedText(transaction, root, isWanted)
      .filter((each) => each.newest >= justFrom && isWorthOffering(each))
      .map(({ runs, newest }) => ({ runs, author: authorOf(newest) }));
    const formulas = readReplacedFormulas(transaction, (clock) => clock >= justFrom).map(
      ({ latex, author }) => ({ runs: plainParagraph(latex), author }),
    );
    if (deleted.length === 0 && formulas.length === 0 && !isRecent) return;
    const present = plainText(root);
    // Withdraws offers whose text was moved or restored meanwhile.
    const open = offers.flatMap((offer) =>
      atMs - offer.atMs < WATCHED_MS ? stillGone(offer, present) : offer,
    );
    const fresh = [...deleted.filter(({ runs }) => !isPresent(present, runs)), ...formulas];
    set(fresh.reduce((all, { runs, author }) => addTo(all, runs, remover(author), atMs), open));
  }

  const remover = (author: number | null): Remover | null => (author === null ? null : userOf(author));

  const addTo = (all: readonly Offer[], runs: Paragraph, who: Remover | null, atMs: number): Offer[] => {
    // Deleted by the user, in another tab.
    if (who?.isSelf) return [...all];
    const by = who?.name ?? null;
    const last = all.at(-1);
    const isOne = last?.by === by && atMs - last.atMs < TOGETHER_MS;
    if (last && isOne) return [...all.slice(0, -1), makeOffer(last.id, [...last.paragraphs, runs], by, atMs)];
    return [...all, makeOffer(nextId++, [runs], by, atMs)];
  };

  const onTransaction = ({ beforeState, afterState }: Y.Transaction): void => {
    const clock = beforeState.get(doc.clientID) ?? 0;
    if (clock === (afterState.get(doc.clientID) ?? 0)) return;
    const atMs = nowMs();
    typed = [...typed.filter((each) => atMs - each.atMs < SENTENCE_MS), { clock, atMs }];
  };
  doc.on('afterTransaction', onTransaction);

  return {
    takeRemote,
    offer: (paragraphs, by = null) => {
      if (paragraphs.length === 0) return;
      set([...offers, makeOffer(nextId++, paragraphs.map(plainParagraph), by, nowMs())]);
    },
    list: () => offers,
    letGo: () => {
      typed = [];
    },
    dismiss: (id) => set(offers.filter((offer) => offer.id !== id)),
    dismissAll: () => set([]),
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

/** Text from this clock on was written at this time. */
interface Typed {
  readonly clock: number;
  readonly atMs: number;
}

interface Offer extends RecoveredText {
  readonly atMs: number;
}

function makeOffer(id: number, paragraphs: readonly Paragraph[], by: string | null, atMs: number): Offer {
  return { id, paragraphs, text: paragraphs.map((runs) => textOfRuns(runs).trim()).join('\n'), by, atMs };
}

const plainParagraph = (text: string): Paragraph => [[{ text, marks: {} }]];

function stillGone(offer: Offer, present: string): readonly Offer[] {
  const gone = offer.paragraphs.filter((runs) => !isPresent(present, runs));
  if (gone.length === offer.paragraphs.length) return [offer];
  return gone.length === 0 ? [] : [makeOffer(offer.id, gone, offer.by, offer.atMs)];
}

const WORD = /[\p{L}\p{N}]/u;
const TWO_WORDS = /[\p{L}\p{N}]\S*\s+\S*[\p{L}\p{N}]/u;

/** Exported for tests. */
export function isWorthOffering({ runs, isPlaceGone }: Pick<DeletedText, 'runs' | 'isPlaceGone'>): boolean {
  return (isPlaceGone ? WORD : TWO_WORDS).test(textOfRuns(runs));
}

/** Joining, moving or retyping a paragraph deletes it and inserts its text elsewhere. */
const isPresent = (text: string, runs: Paragraph): boolean =>
  runs.every((run) => text.includes(textOfRuns([run]).trim()));
