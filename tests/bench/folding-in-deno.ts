/**
 * Folds or restores one document in Deno with the code of the edge functions, and prints processor time and peak memory.
 * A fake `fetch` replaces the database: it returns the document from a file and discards writes.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import * as Y from 'yjs';
import { placesOf } from '../../supabase/functions/_shared/contract/authorship/restored-heirs.ts';
import { TEXT_ROOT } from '../../supabase/functions/_shared/contract/document-schema.ts';
import { decodeFrame } from '../../supabase/functions/_shared/contract/frame.ts';
import { openDatabase } from '../../supabase/functions/_shared/server/database.ts';
import { foldInTurn } from '../../supabase/functions/_shared/server/fold-in-turn.ts';
import { foldDocument, storeFold } from '../../supabase/functions/_shared/server/fold.ts';
import { forwardChange } from '../../supabase/functions/_shared/server/forward-change.ts';

const [work, file] = process.argv.slice(2);
const frame = readFileSync(file!);
globalThis.fetch = (input, init) => {
  const called = String(input);
  if (called.endsWith('/load_document')) return Promise.resolve(new Response(frame));
  if (called.endsWith('/begin_fold')) return Promise.resolve(Response.json(true));
  // Encode the body as a real `fetch` would.
  new TextEncoder().encode(init?.body as string);
  return Promise.resolve(Response.json({ seq: 1, versionId: null, advanced: true }));
};

const caller = { userId: crypto.randomUUID(), authSessionId: crypto.randomUUID() };
const database = openDatabase({
  supabaseUrl: 'http://nowhere.test',
  serviceKey: 'sb_secret',
  secretKeys: [],
  historyKey: null,
  formerHistoryKeys: null,
  timeStampUrl: null,
  jwtSecret: null,
});
const documentId = crypto.randomUUID();

/** Restores the snapshot's text over the rows after it. */
async function restore(): Promise<void> {
  const version = new Y.Doc();
  Y.applyUpdate(version, decodeFrame(frame)!.parts[0]!);
  const present = await foldDocument(database, caller, documentId);
  await storeFold(database, caller, documentId, present, { kind: 'before_restore' });
  forwardChange(
    present.docAt(present.seq),
    version.getXmlFragment(TEXT_ROOT),
    7,
    placesOf(version.getXmlFragment(TEXT_ROOT)),
  );
}

const before = process.cpuUsage();
if (work === 'restore') await restore();
else await foldInTurn(database, caller, documentId);
const { user, system } = process.cpuUsage(before);
const peakKb = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
console.log(JSON.stringify({ cpuMs: (user + system) / 1000, peakMb: Number(peakKb ?? Number.NaN) / 1024 }));
