/** Proofs of authorship with the time stamp of an authority that the operator names. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeBase64 } from '#contract/proof/base64.ts';
import { signHistoryReply } from '#contract/proof/proof-file.ts';
import { readKeys, type ProofKey } from '#contract/proof/proof-keys.ts';
import { verifyProof } from '#contract/proof/verify-proof.ts';
import { allowTimeStamps } from '../../scripts/allow-time-stamps.ts';
import { keepHistoryKey } from '../../scripts/keep-history-key.ts';
import { openByHand, signUp, writeParagraph, type DocumentClient } from '../support/document-client.ts';
import { newDocument } from '../support/new-document.ts';
import { openOpensslAuthority } from '../support/openssl-authority.ts';
import { makeTestDataDir } from '../support/open-test-database.ts';
import { runProgram } from '../support/run-program.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';
import {
  answerStampRequest,
  openTestAuthority,
  sendReply,
  stampText,
  STAMPED_AT,
  type TestAuthority,
} from '../support/time-stamp-authority.ts';

let authority: TestAuthority;
let dataDir: string;
let supabase: TestSupabase;
let anna: DocumentClient;
let documentId: string;
let keys: ProofKey[];

beforeAll(async () => {
  [authority, dataDir] = await Promise.all([openTestAuthority(), makeTestDataDir()]);
  await keepHistoryKey(dataDir);
  appendFileSync(join(dataDir, 'functions.env'), `TIME_STAMP_URL=${authority.url}\n`);
  const projectDir = join(import.meta.dirname, '../..');
  supabase = await startTestSupabase({ dataDir, env: allowTimeStamps({ dataDir, projectDir }, {}) });
  anna = await signUp(supabase, 'Anna');
  documentId = await newDocument(anna.client);
  const room = await openByHand(anna, documentId);
  writeParagraph(room.doc, 'Ours');
  expect((await room.append()).status).toBe(200);
  keys = await readKeys(await (await fetch(`${supabase.url}/functions/v1/history-keys`)).json());
});
afterAll(async () => {
  await supabase?.close();
  await authority?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function sign(version?: 3) {
  const { status, body } = await anna.call('sign-history', { documentId, ...(version && { version }) });
  expect(status).toBe(200);
  return signHistoryReply.parse(body).signed!;
}

const fileOf = (statement: string, timeStamp: string) => ({
  format: 'history-proof',
  version: 4,
  statement,
  timeStamp,
});

test('a proof has a time stamp of its statement, and the authority receives a hash alone', async () => {
  authority.requests.length = 0;
  const { statement, timeStamp } = await sign(3);
  expect(timeStamp).toMatchObject({ atMs: STAMPED_AT.getTime(), authority: 'Example Time Stamp Authority' });
  expect(await verifyProof(fileOf(statement, timeStamp!.token), keys)).toMatchObject({ ok: true, timeStamp });
  expect(authority.requests.map(({ body }) => body.length)).toEqual([69]);
});

test('a proof is given without if the authority gives none, and the log says why', async () => {
  authority.answer = (request, response) => sendReply(response, answerStampRequest(request, { status: 2 }));
  const { statement, timeStamp } = await sign(3);
  expect(timeStamp).toBeNull();
  const file = { format: 'history-proof', version: 3, statement };
  expect(await verifyProof(file, keys)).toMatchObject({ ok: true, timeStamp: null });
  const { host } = new URL(authority.url);
  await expect
    .poll(() => supabase.said.join('\n'))
    .toContain(`No time stamp from ${host}: Error: the authority refused`);
});

test('the command prints the time stamp as claimed, and writes it for openssl', async () => {
  const { statement } = await sign(3);
  const timeStamp = await stampText(statement, { name: 'Eve\n\u001b[2J   GENUINE' });
  const folder = mkdtempSync(join(tmpdir(), 'spolu-stamp-'));
  const [file, name] = [join(folder, 'proof.json'), join(folder, 'out')];
  writeFileSync(file, JSON.stringify(fileOf(statement, timeStamp)));
  const keysUrl = `${supabase.url}/functions/v1/history-keys`;
  const { code, output } = await runProgram(['verify-history', file, keysUrl, name]);
  expect(code).toBe(0);
  expect(output).toMatch(/^Time stamp of Eve.*: 2026-11-29 01:29:09 UTC\. .* is not checked here/m);
  expect(output).not.toMatch(/(?!\n)\p{Cc}|^ *GENUINE$/mu);
  expect(readFileSync(`${name}.tst`)).toEqual(Buffer.from(timeStamp, 'base64'));
  expect(readFileSync(`${name}.jwt`, 'utf8')).toBe(statement);
  writeFileSync(file, JSON.stringify({ format: 'history-proof', version: 3, statement }));
  expect(await runProgram(['verify-history', file, keysUrl, name])).toMatchObject({ code: 2 });
  rmSync(folder, { recursive: true });
});

test('pages of before cause no request', async () => {
  const before = authority.requests.length;
  expect(await sign()).not.toHaveProperty('timeStamp');
  expect(authority.requests).toHaveLength(before);
});

// Complete runs alone need openssl.
if (process.env['SPOLU_TEST_ALL'] !== undefined)
  test('openssl verifies the time stamp, and refuses that of another statement or time', async () => {
    const openssl = openOpensslAuthority();
    authority.answer = (request, response) => sendReply(response, openssl.answer(request));
    const { statement, timeStamp } = await sign(3);
    expect(timeStamp).toMatchObject({ authority: 'Example Time Stamp Authority' });
    expect(await verifyProof(fileOf(statement, timeStamp!.token), keys)).toMatchObject({ ok: true });
    const token = Buffer.from(decodeBase64(timeStamp!.token));
    expect(openssl.verify(token, statement)).toContain('Verification: OK');
    expect(openssl.verify(token, `${statement} `)).toContain('Verification: FAILED');
    // Only openssl finds another time.
    const year = Buffer.from(String(new Date(timeStamp!.atMs).getUTCFullYear()));
    const at = token.indexOf(Buffer.concat([Buffer.of(0x18, 0x0f), year])) + 2;
    const earlier = Buffer.concat([token.subarray(0, at), Buffer.from('2001'), token.subarray(at + 4)]);
    const claimed = await verifyProof(fileOf(statement, earlier.toString('base64')), keys);
    expect(new Date(claimed.ok ? claimed.timeStamp!.atMs : NaN).getUTCFullYear()).toBe(2001);
    expect(openssl.verify(earlier, statement)).toContain('Verification: FAILED');
    openssl.close();
  });
