/** Compares who Spolu says changed each letter with who did. */
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { nameActors, type Actor } from '#contract/authorship/name-actors.ts';
import { readSpans, readTextSpans } from '#contract/authorship/read-spans.ts';
import { traceLog } from '#contract/authorship/trace-log.ts';
import { compareDocuments } from '#contract/comparison/compare-documents.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import type { Part } from '#contract/comparison/parts.ts';
import { readDocument } from '#contract/text/yjs-document.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import type { Deed, History } from './play-history.ts';

export interface Verdict {
  /** One line for each error found. */
  readonly wrong: readonly string[];
  /** Number of compared letters: those with a certain author or remover. */
  readonly compared: number;
}

/** Compares the states at two seqs. */
export function judgeHistory(history: History, beforeSeq: number, afterSeq: number): Verdict {
  const { rows, deeds } = history;
  const [before, after] = [beforeSeq, afterSeq].map((seq) => {
    const doc = new Y.Doc();
    applyUpdates(
      doc,
      rows.slice(0, seq).map(({ update }) => update),
    );
    const root = doc.getXmlFragment(TEXT_ROOT);
    const waits = doc.store.pendingStructs !== null || doc.store.pendingDs !== null;
    const state = Y.encodeStateAsUpdate(doc);
    return {
      state,
      text: readDocument(root),
      spans: readSpans(root),
      characters: new Set(root.toJSON()),
      twice: findTwice(root.toJSON()),
      waits,
    };
  }) as unknown as readonly [State, State];
  // A version ends with a pause, after which nothing is on its way.
  if (before.waits || after.waits) return { wrong: [], compared: 0 };
  const comparison = compareDocuments(before.text, after.text);
  const earlier = rows.slice(0, beforeSeq);
  const later = rows.slice(beforeSeq, afterSeq);
  // As pages do: from the folded state, or from all rows if that is too short.
  const folded = traceLog({ state: [before.state] }, later);
  const trace = folded.isShort ? traceLog({ state: [], rows: earlier }, later) : folded;
  const actors = nameActors(comparison, before.spans, after.spans, trace);
  const wrong: string[] = [];
  let compared = 0;
  for (const [part, list] of actors) {
    if (part.kind !== 'before' && part.kind !== 'after') continue;
    for (const [letter, client] of charactersOf(part.node, list)) {
      const known = deeds.get(letter) ?? [];
      const within = known.filter(({ seq }) => seq > beforeSeq && seq <= afterSeq);
      const isStill = before.characters.has(letter) && after.characters.has(letter);
      const allowed = isStill ? movers(part, within) : whoDid(part, within, known);
      // Others may have removed the block around a letter at the same time.
      const isUnsure = !history.isInTurn && part.kind === 'before';
      // Another may have moved it at the same time, so that it was there twice: the second one is of the person who brought it
      // back, also where that one comes to light later.
      const returned = history.isInTurn ? [] : clients(after.twice.has(letter) ? known : within, 'return');
      if (allowed === null || isUnsure) continue;
      compared += 1;
      if (!allowed.includes(client) && !returned.includes(client ?? NOBODY))
        wrong.push(
          `${letter} ${part.kind} ${beforeSeq}..${afterSeq}: ${client} instead of ${allowed.join(' or ')}`,
        );
    }
  }
  return { wrong, compared };
}

/**
 * The writer of each letter of the text at the end, over the whole history, as a proof of authorship counts. Where people moved or
 * brought back a letter at the same time it is there twice: one of the two is its writer's.
 */
export function judgeWriters({ rows, deeds }: History): Verdict {
  const doc = new Y.Doc();
  applyUpdates(
    doc,
    rows.map(({ update }) => update),
  );
  const { addedBy } = traceLog({ state: [] }, rows);
  const root = doc.getXmlFragment(TEXT_ROOT);
  const letters = root.toJSON().replaceAll(/<[^>]*>/g, '');
  const writers = new Map<string, (number | null)[]>();
  let at = 0;
  for (const { client, clock, length } of readTextSpans(root))
    for (let place = 0; place < length; place += 1) {
      const letter = letters[at++]!;
      const writer = addedBy({ client, clock: clock + place });
      writers.set(letter, [...(writers.get(letter) ?? []), writer]);
    }
  writers.delete(' ');
  const wrong = Array.from(writers).flatMap(([letter, found]) => {
    const [typed] = clients(deeds.get(letter) ?? [], 'type');
    return found.includes(typed ?? null) ? [] : [`${letter} is by ${found.join(', ')} instead of ${typed}`];
  });
  return { wrong, compared: writers.size };
}

const NOBODY = -1;

interface State {
  readonly state: Uint8Array;
  readonly text: DocumentNode;
  readonly spans: ReturnType<typeof readSpans>;
  readonly characters: ReadonlySet<string>;
  /** Characters that occur more than once. */
  readonly twice: ReadonlySet<string>;
  readonly waits: boolean;
}

const findTwice = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text).filter((letter, at) => text.indexOf(letter) !== at));

/** A letter that is in both states has moved, or the block around it has. */
const movers = ({ kind }: Part, within: readonly Deed[]): (number | null)[] => [
  ...clients(within, 'move'),
  ...clients(within, 'return'),
  ...(kind === 'before' ? clients(within, 'delete') : clients(within, 'type')),
  null,
];

/** Null when the client is unknown: the letter went with a block whose remover had not received it. */
function whoDid({ kind }: Part, within: readonly Deed[], known: readonly Deed[]): (number | null)[] | null {
  if (kind === 'before') {
    const deleted = clients(within, 'delete');
    return deleted.length > 0 ? deleted : null;
  }
  const typed = clients(within, 'type');
  // It was logged before the change it builds on; or it was deleted, and copied by a person who had not received that.
  return typed.length > 0 ? typed : [...clients(known, 'type'), ...clients(known, 'move')];
}

const clients = (deeds: readonly Deed[], wanted: Deed['what']): number[] =>
  deeds.filter(({ what }) => what === wanted).map(({ client }) => client);

/** The characters of a node, each with the client that changed it. */
function charactersOf(node: DocumentNode, actors: readonly Actor[]): (readonly [string, number | null])[] {
  const each = actors.flatMap(({ client, length }) => Array.from({ length }, () => client));
  const pairs: (readonly [string, number | null])[] = [];
  let at = 0;
  const visit = (one: DocumentNode): void => {
    if (one.text === undefined) at += 1;
    for (const letter of one.text ?? '') {
      const client = each[at++] ?? null;
      if (letter !== ' ') pairs.push([letter, client]);
    }
    for (const child of childrenOf(one)) visit(child);
  };
  visit(node);
  return pairs;
}
