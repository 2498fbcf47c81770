/**
 * Erases text for good (docs/decisions/0059). It begins with a fold to the head, of which the text is no part: pages that are
 * behind load its snapshot, never a rewritten row. Then rows and snapshots are rewritten page by page.
 */
import * as Y from 'yjs';
import { z } from 'zod';
import { applyUpdates } from '../contract/apply-updates.ts';
import { eraseContent, isIn, type IdRange } from '../contract/erasing/erase-content.ts';
import {
  fromRanges,
  idRanges,
  MAX_ERASED_CHARACTERS,
  toRanges,
  type eraseReply,
  type eraseRequest,
} from '../contract/erasing/erase-request.ts';
import { fingerprint } from '../contract/fingerprint.ts';
import { decodeFrame } from '../contract/frame.ts';
import { actor, type Caller } from './caller.ts';
import { hex, type Database } from './database.ts';
import { digestOf, foldDocument, storeFold } from './fold.ts';
import { eraseUnseenMarks } from './reader-state.ts';
import { Refusal } from './refusal.ts';

type Request = z.infer<typeof eraseRequest>;
type Erasure = Omit<Request, 'at'>;
type Place = NonNullable<Request['at']>;
type Reply = z.infer<typeof eraseReply>;

export async function beginErasure(database: Database, caller: Caller, erasure: Erasure): Promise<Reply> {
  const place = placeOf(caller, erasure);
  // Checked first: a fold is made of rows, which only writers receive.
  await database.call('begin_erasure', { ...place, p_seq: null, p_ranges: [], p_characters: 0 }, z.null());
  const wanted = toRanges(erasure.ranges);
  if (wanted.reduce((sum, { length }) => sum + length, 0) > MAX_ERASED_CHARACTERS)
    throw new Refusal('too_large');
  const { seq, doc } = await foldToHead(database, caller, erasure.documentId, isIn(wanted));
  const ranges = takeDeleted(doc, wanted);
  const characters = ranges.reduce((sum, { length }) => sum + length, 0);
  if (characters === 0) return { characters, next: null };
  const args = { ...place, p_seq: seq, p_ranges: fromRanges(ranges), p_characters: characters };
  await database.call('begin_erasure', args, z.null());
  return { characters, next: { part: 'rows', after: 0 } };
}

const placeOf = (caller: Caller, { documentId, erasureId }: Erasure) => ({
  ...actor(caller),
  p_document: documentId,
  p_erasure: erasureId,
});

const TRIES = 5;

/** The document at the head, and the seq of a snapshot of it. */
async function foldToHead(
  database: Database,
  caller: Caller,
  documentId: string,
  isWanted: (id: Y.ID) => boolean,
) {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const folded = await foldDocument(database, caller, documentId);
    const { seq, header } = folded;
    const doc = folded.docAt(seq);
    // The address of a link without text is no text that anybody deleted, and would stay.
    eraseUnseenMarks(doc, isWanted);
    if (header.snapshotSeq === seq) return { seq, doc };
    const state = Y.encodeStateAsUpdate(doc);
    const stored = await storeFold(database, caller, documentId, { ...folded, state }, null);
    if (stored.advanced) return { seq, doc };
  }
  throw new Refusal('unavailable', 'another fold was faster each time');
}

/** Only what is deleted at the head is ever erased, whatever the request names. */
function takeDeleted(doc: Y.Doc, wanted: readonly IdRange[]): readonly IdRange[] {
  const gone = Y.createDeleteSetFromStructStore(doc.store);
  const ranges: IdRange[] = [];
  for (const { client, clock, length } of wanted) {
    for (let at = clock; at < clock + length; at += 1) {
      if (!Y.isDeleted(gone, Y.createID(client, at))) continue;
      const last = ranges.at(-1);
      if (last?.client === client && last.clock + last.length === at)
        ranges[ranges.length - 1] = { ...last, length: last.length + 1 };
      else ranges.push({ client, clock: at, length: 1 });
    }
  }
  return ranges;
}

const pageHeader = z.object({ ranges: idRanges, characters: z.int(), seqs: z.array(z.int()) });

export async function eraseNext(
  database: Database,
  caller: Caller,
  erasure: Erasure,
  { part, after }: Place,
): Promise<Reply> {
  const place = { ...placeOf(caller, erasure), p_part: part };
  const frame = decodeFrame(await database.callBytes('read_erasure', { ...place, p_after: after }));
  if (frame === null) throw new Error('read_erasure did not return a frame');
  const { ranges, characters, seqs } = pageHeader.parse(frame.header);
  const last = seqs.at(-1);
  if (last === undefined && part === 'rows') return { characters, next: { part: 'snapshots', after: 0 } };
  if (last === undefined) {
    await database.call('end_erasure', { ...placeOf(caller, erasure), p_text: erasure.text }, z.null());
    return { characters, next: null };
  }
  const isErased = isIn(toRanges(ranges));
  const rewritten = seqs.flatMap((seq, at) => {
    const before = frame.parts[at]!;
    const erased = eraseContent(before, isErased);
    return erased === null ? [] : [{ seq, before, ...erased }];
  });
  if (rewritten.length > 0) {
    const args = {
      ...place,
      p_seqs: rewritten.map(({ seq }) => seq),
      p_hashes: await Promise.all(rewritten.map(({ before }) => hashOf(before))),
      p_updates: rewritten.map(({ bytes }) => hex(bytes)),
      p_ranges: rewritten.map((row) => fromRanges(row.ranges)),
      p_digest: part === 'snapshots' ? await digestOfState(rewritten[0]!.bytes) : null,
    };
    const saved = await database.call('save_erasure', args, z.int());
    // Another erasure rewrote some of them in the meantime.
    if (saved < rewritten.length) return { characters, next: { part, after } };
  }
  return { characters, next: { part, after: last } };
}

async function digestOfState(state: Uint8Array): Promise<string> {
  const doc = new Y.Doc();
  applyUpdates(doc, [state]);
  return digestOf(fingerprint(doc));
}

const hashOf = async (bytes: Uint8Array): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
