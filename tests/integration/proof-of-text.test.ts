/** Proofs of version 3: the deployment signs the hash of the stored text. A new key keeps the proofs of the old one. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runSteps } from '#contract/authorship/run-steps.ts';
import type { Frame } from '#contract/frame.ts';
import { readLogHeader } from '#contract/log-pages.ts';
import { readAuthorship } from '#contract/proof/authorship.ts';
import { hashText } from '#contract/proof/canonical-text.ts';
import { signHistoryReply, type AnyHistoryClaims, type FullProofFile } from '#contract/proof/proof-file.ts';
import { readKeys, type ProofKey } from '#contract/proof/proof-keys.ts';
import { verifyProof } from '#contract/proof/verify-proof.ts';
import { rotateHistoryKey } from '../../scripts/keep-history-key.ts';
import { openByHand, signUp, writeParagraph, type DocumentClient } from '../support/document-client.ts';
import { letIn, newDocument } from '../support/new-document.ts';
import { makeTestDataDir } from '../support/open-test-database.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

const dataDirs: string[] = [];
afterAll(() => dataDirs.forEach((dir) => rmSync(dir, { recursive: true, force: true })));

const keysOf = async ({ url }: TestSupabase): Promise<ProofKey[]> =>
  readKeys(await (await fetch(`${url}/functions/v1/history-keys`)).json());

/** As the page does it. */
async function prove(client: DocumentClient, documentId: string) {
  const { status, body } = await client.call('sign-history', { documentId, version: 3 });
  expect(status).toBe(200);
  const { signed } = signHistoryReply.parse(body);
  const claims: AnyHistoryClaims = signed!.claims;
  const { header, parts } = (await client.call('read-log', { documentId, after: 0, until: claims.until }))
    .body as Frame;
  const { rows, heirs = [] } = readLogHeader.parse(header);
  const logged = rows.map(([, one, atMs], at) => ({ client: one, atMs, update: parts[at]! }));
  const { text } = runSteps(readAuthorship(claims, logged));
  const file: FullProofFile = {
    format: 'history-proof',
    version: 3,
    statement: signed!.statement,
    rows: rows.map(([seq, one, atMs], at) => [seq, one, atMs, Buffer.from(parts[at]!).toString('base64')]),
    heirs: [...heirs].map(([seq, one]) => [seq, one]),
    text: text && [...text],
  };
  return { file, claims };
}

test('the statement has the hash of the stored text and one address, and outlives its key', async () => {
  const dataDir = await makeTestDataDir();
  dataDirs.push(dataDir);
  let supabase = await startTestSupabase({ dataDir });
  const [ann, bob] = await Promise.all([signUp(supabase, 'Ann'), signUp(supabase, 'Bob')]);
  const documentId = await newDocument(ann.client);
  await letIn(ann, bob, documentId, 'editor');
  for (const [client, words] of [
    [ann, 'Ann wrote  this'],
    [bob, 'and Bob that'],
  ] as const) {
    const room = await openByHand(client, documentId);
    writeParagraph(room.doc, words);
    expect((await room.append()).status).toBe(200);
  }
  const { file, claims } = await prove(ann, documentId);
  const { email } = (await ann.client.auth.getUser()).data.user!;
  expect(claims).toMatchObject({
    version: 3,
    text: { sha256: await hashText('Ann wrote this and Bob that') },
    requestedBy: { name: 'Ann', email },
  });
  expect(JSON.stringify(claims).match(/@/g)).toHaveLength(1);
  const before = await keysOf(supabase);
  expect(await verifyProof(file, before)).toMatchObject({
    ok: true,
    text: [
      { kind: 'paragraph', runs: [[0, 'Ann wrote  this']] },
      { kind: 'paragraph', runs: [[1, 'and Bob that']] },
    ],
  });
  // Pages of before receive the statement of before.
  const { body } = await ann.call('sign-history', { documentId });
  expect(signHistoryReply.parse(body).signed!.claims).not.toHaveProperty('version');
  await supabase.close();

  await rotateHistoryKey(join(dataDir, 'functions.env'), new Date());
  supabase = await startTestSupabase({ dataDir });
  const after = await keysOf(supabase);
  expect(after.map(({ id }) => id)).toEqual([expect.not.stringMatching(before[0]!.id), before[0]!.id]);
  expect(after[1]).toMatchObject({ fromMs: before[0]!.fromMs, untilMs: expect.any(Number) });
  expect(await verifyProof(file, after)).toMatchObject({ ok: true, key: { id: before[0]!.id } });
  expect(await verifyProof(file, after.slice(0, 1))).toMatchObject({ ok: false, reason: 'foreign_key' });
  await supabase.close();
});
