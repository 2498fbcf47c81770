/** A proof is verified with the public key alone, and every kind of forgery is found. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { WriterTally } from '#contract/proof/authorship.ts';
import type { Frame } from '#contract/frame.ts';
import { readLogHeader } from '#contract/log-pages.ts';
import {
  signHistoryReply,
  STATEMENT_ALGORITHM,
  STATEMENT_TYPE,
  type HistoryClaims,
  type LogFile,
} from '#contract/proof/proof-file.ts';
import { readKeys, type ProofKey } from '#contract/proof/proof-keys.ts';
import { verifyProof, type Verdict } from '#contract/proof/verify-proof.ts';
import {
  openByHand,
  signUp,
  writeParagraph,
  type DocumentClient,
  type HandRoom,
} from '../support/document-client.ts';
import { letIn, newDocument } from '../support/new-document.ts';
import { runProgram } from '../support/run-program.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

let supabase: TestSupabase;
let ann: DocumentClient;
let bob: DocumentClient;
let documentId: string;
let rooms: readonly [HandRoom, HandRoom];
let keys: readonly ProofKey[];
/** As they are published. */
let published: z.output<typeof keySet>;
let file: LogFile;
let claims: HistoryClaims;

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

beforeAll(async () => {
  supabase = await startTestSupabase();
  [ann, bob] = await Promise.all([signUp(supabase, 'Ann'), signUp(supabase, 'Bob')]);
  documentId = await newDocument(ann.client);
  await letIn(ann, bob, documentId, 'editor');
  rooms = [await openByHand(ann, documentId), await openByHand(bob, documentId)];
  rooms[0].doc.transact(() => {
    rooms[0].doc.getText('title').insert(0, 'Plán');
    writeParagraph(rooms[0].doc, 'Ann wrote this');
  });
  expect((await rooms[0].append({ title: 'Plán' })).status).toBe(200);
  await write(1, 'and Bob that');
  await write(0, 'then Ann again');
  published = keySet.parse(await (await fetch(keysUrl())).json());
  keys = await readKeys(published);
  ({ file, claims } = await prove());
});
afterAll(() => supabase?.close());

const keysUrl = (): string => `${supabase.url}/functions/v1/history-keys`;

async function write(who: 0 | 1, words: string, changes = {}): Promise<void> {
  await rooms[who].load();
  writeParagraph(rooms[who].doc, words);
  expect((await rooms[who].append(changes)).status).toBe(200);
}

/** As the page does it. */
async function prove(until?: number): Promise<{ readonly file: LogFile; readonly claims: HistoryClaims }> {
  const { status, body } = await ann.call('sign-history', { documentId, until });
  expect(status).toBe(200);
  const { signed } = signHistoryReply.parse(body);
  if (signed === null) throw new Error('there is no key');
  const page = (await ann.call('read-log', { documentId, after: 0, until: signed.claims.until }))
    .body as Frame;
  const { rows } = readLogHeader.parse(page.header);
  return {
    claims: signed.claims,
    file: {
      format: 'history-proof',
      version: 1,
      statement: signed.statement,
      rows: rows.map(([seq, client, atMs], at) => [
        seq,
        client,
        atMs,
        Buffer.from(page.parts[at]!).toString('base64'),
      ]),
    },
  };
}

function tallyOf(verdict: Verdict): readonly WriterTally[] {
  if (!verdict.ok) throw new Error(verdict.reason);
  return verdict.writers;
}

/** The proof with one row changed. */
function withRow(at: number, change: (row: LogFile['rows'][number]) => LogFile['rows'][number]): LogFile {
  return { ...file, rows: file.rows.map((row, index) => (index === at ? change(row) : row)) };
}

function flipLastBit(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes[bytes.length - 1]! ^= 1;
  return bytes.toString('base64');
}

test('a genuine proof names who wrote how much', async () => {
  const verdict = await verifyProof(file, keys);
  expect(verdict).toMatchObject({ ok: true, claims: { document: { title: 'Plán' }, from: 1, until: 4 } });
  expect(tallyOf(verdict)).toMatchObject([
    { name: 'Ann', characters: 'Ann wrote thisthen Ann again'.length, rows: 2 },
    { name: 'Bob', characters: 'and Bob that'.length, rows: 1 },
  ]);
});

test('a changed byte, author or time is found', async () => {
  const changed = { ok: false, reason: 'changed_row' };
  const last = file.rows.length - 1;
  const [ofAnn, ofBob] = [file.rows[1]![1], file.rows[2]![1]];
  expect(ofAnn).not.toBe(ofBob);
  for (const at of [0, 2, last]) {
    expect(
      await verifyProof(
        withRow(at, ([s, c, t, u]) => [s, c, t, flipLastBit(u)]),
        keys,
      ),
    ).toEqual(changed);
    expect(
      await verifyProof(
        withRow(at, ([s, c, t, u]) => [s, c, t + 1, u]),
        keys,
      ),
    ).toEqual(changed);
  }
  expect(
    await verifyProof(
      withRow(1, ([s, , t, u]) => [s, ofBob, t, u]),
      keys,
    ),
  ).toEqual(changed);
  expect(
    await verifyProof(
      withRow(2, ([s, , t, u]) => [s, null, t, u]),
      keys,
    ),
  ).toEqual(changed);
  expect(
    await verifyProof(
      withRow(2, ([s, c, t]) => [s, c, t, '*']),
      keys,
    ),
  ).toEqual(changed);
});

test('a missing, added or moved row is found', async () => {
  for (let at = 0; at < file.rows.length; at += 1) {
    const rows = file.rows.filter((_, index) => index !== at);
    expect(await verifyProof({ ...file, rows }, keys)).toMatchObject({
      ok: false,
      reason: 'missing_row',
      seq: at + 1,
    });
  }
  const added = [...file.rows, [5, 1, 1, 'AAA='] as const];
  expect(await verifyProof({ ...file, rows: added }, keys)).toMatchObject({ reason: 'missing_row', seq: 5 });
  expect(await verifyProof({ ...file, rows: file.rows.toReversed() }, keys)).toMatchObject({ ok: false });
});

test('a statement that was changed, or signed with another key or for another use, is refused', async () => {
  const foreign = { ok: false, reason: 'foreign_signature' };
  const [head = '', body = '', signature = ''] = file.statement.split('.');
  const renamed = Buffer.from(
    Buffer.from(body, 'base64url').toString('utf8').replace('"Bob"', '"Eve"'),
  ).toString('base64url');
  expect(renamed).not.toBe(body);
  expect(await verifyProof({ ...file, statement: [head, renamed, signature].join('.') }, keys)).toEqual(
    foreign,
  );
  const other = await generateKeyPair(STATEMENT_ALGORITHM, { extractable: true });
  const sign = (type: string) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: STATEMENT_ALGORITHM, typ: type })
      .setIssuedAt()
      .sign(other.privateKey);
  const forged = { ...file, statement: await sign(STATEMENT_TYPE) };
  expect(await verifyProof(forged, keys)).toEqual(foreign);
  const theirKeys = await readKeys(await exportJWK(other.publicKey));
  expect(await verifyProof(forged, theirKeys)).toMatchObject({ ok: true });
  expect(await verifyProof({ ...file, statement: await sign('at+jwt') }, theirKeys)).toEqual(foreign);
  expect(await verifyProof({ ...file, statement: 'none' }, keys)).toEqual(foreign);
  expect(await verifyProof(file, [])).toMatchObject({ ok: false, reason: 'foreign_key' });
  expect(await verifyProof({ rows: [] }, keys)).toEqual({ ok: false, reason: 'not_a_proof' });
});

test('the public keys reveal nothing of the private one', async () => {
  const names = ['alg', 'crv', 'from', 'kid', 'kty', 'use', 'x', 'y'];
  expect(Object.keys(published.keys[0]!).toSorted()).toEqual(names);
  expect(JSON.stringify(published)).not.toContain('"d"');
  expect((await fetch(keysUrl(), { method: 'POST', body: '{}' })).status).toBe(400);
});

/** As a deployment that took any title, with a key of its own. */
async function signAgain(content: HistoryClaims) {
  const other = await generateKeyPair(STATEMENT_ALGORITHM, { extractable: true });
  const statement = await new SignJWT({ ...content })
    .setProtectedHeader({ alg: STATEMENT_ALGORITHM, typ: STATEMENT_TYPE })
    .setIssuedAt()
    .sign(other.privateKey);
  return { file: { ...file, statement }, keys: { keys: [await exportJWK(other.publicKey)] } };
}

test('the command accepts a genuine proof and refuses a forged one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spolu-proof-'));
  const put = (name: string, content: unknown): string => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const keyFile = put('keys.json', published);
  const genuine = await runProgram(['verify-history', put('proof.json', file), keysUrl()]);
  expect(genuine).toMatchObject({ code: 0, output: expect.stringContaining('GENUINE: “Plán”, rows 1 to 4') });
  expect(genuine.output).toMatch(/Ann \(account [0-9a-f]{8}\): 28 characters of the text, 2 edits sent from/);
  const cut = await runProgram([
    'verify-history',
    put('cut.json', { ...file, rows: file.rows.slice(1) }),
    keyFile,
  ]);
  expect(cut).toMatchObject({
    code: 1,
    output: expect.stringContaining('NOT GENUINE: row 1 of the log is missing'),
  });
  expect(await runProgram(['verify-history'])).toMatchObject({ code: 2 });
  const title = `Plán”\n  Eve: 999999 characters\u001b[1A\u009b2K\u2028\u202e\r${' '.repeat(90)}  Eve: 9`;
  const dirty = await signAgain({ ...claims, document: { ...claims.document, title } });
  const printed = await runProgram([
    'verify-history',
    put('dirty.json', dirty.file),
    put('k.json', dirty.keys),
  ]);
  expect(printed.code).toBe(0);
  expect(printed.output).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Bidi_Control}]|  Eve/u);
  expect(printed.output.match(/^ +\w.*: .*/gm)).toHaveLength(2);
  const odd = join(folder, 'odd.json');
  writeFileSync(odd, '\u001b[2J\nGENUINE: “Plán”');
  const unreadable = await runProgram(['verify-history', odd, keyFile]);
  expect(unreadable.code).toBe(1);
  expect(unreadable.output).not.toMatch(/(?!\n)\p{Cc}|^GENUINE/mu);
  const withoutKeys = await runProgram(['verify-history', put('again.json', file), odd]);
  expect(withoutKeys).toMatchObject({ code: 2, output: expect.stringContaining('There are no keys') });
  rmSync(folder, { recursive: true });
});

test('a proof leaves out pruned rows and rows that clients refuse, and states it', async () => {
  const early = await prove(2);
  expect(await verifyProof(early.file, keys)).toMatchObject({ ok: true, claims: { until: 2 } });
  const admin = supabase.database;
  await admin.query(
    'update public.document_updates set quarantined_at = now() where document_id = $1 and seq = 3',
    [documentId],
  );
  const without = await prove();
  expect(without.claims).toMatchObject({ from: 1, refused: [3] });
  expect(tallyOf(await verifyProof(without.file, keys))).toHaveLength(1);
  const smuggled = { ...without.file, rows: file.rows };
  expect(await verifyProof(smuggled, keys)).toMatchObject({ ok: false, reason: 'missing_row', seq: 4 });
  await admin.query('delete from public.document_updates where document_id = $1 and seq <= 2', [documentId]);
  const later = await prove();
  expect(later.claims).toMatchObject({ from: 3, until: 4 });
  expect(tallyOf(await verifyProof(later.file, keys))).toMatchObject([
    { name: 'Ann', characters: null, rows: 1 },
  ]);
});
