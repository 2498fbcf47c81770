import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import {
  STATEMENT_ALGORITHM,
  STATEMENT_TYPE,
  type HistoryClaims,
  type LogFile,
} from '#contract/proof/proof-file.ts';
import { readKeys, type ProofKey } from '#contract/proof/proof-keys.ts';
import { verifyProof } from '#contract/proof/verify-proof.ts';

const HEIRS = '4 7 0 3';
const hash = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

let keys: readonly ProofKey[];
let prove: (rows: readonly { readonly heirs?: string }[], version: 1 | 2) => Promise<LogFile>;

beforeAll(async () => {
  const pair = await generateKeyPair(STATEMENT_ALGORITHM, { extractable: true });
  keys = await readKeys(await exportJWK(pair.publicKey));
  prove = async (rows, version) => {
    const update = Y.encodeStateAsUpdate(new Y.Doc());
    // As `describe_history` computes it.
    const chain = rows.reduce(
      (before, { heirs }, at) =>
        hash([before, at + 1, 1000, 7, hash(update), ...(heirs === undefined ? [] : [heirs])].join(' ')),
      '',
    );
    const claims: HistoryClaims = {
      document: { id: crypto.randomUUID(), title: '' },
      from: 1,
      until: rows.length,
      refused: [],
      chain,
      writers: [],
      people: [],
    };
    const statement = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: STATEMENT_ALGORITHM, typ: STATEMENT_TYPE })
      .setIssuedAt()
      .sign(pair.privateKey);
    const heirs = rows.flatMap(({ heirs: one }, at): [number, string][] =>
      one === undefined ? [] : [[at + 1, one]],
    );
    const encoded = Buffer.from(update).toString('base64');
    return {
      format: 'history-proof',
      version,
      statement,
      rows: rows.map((_, at) => [at + 1, 7, 1000, encoded]),
      ...(version === 1 ? {} : { heirs }),
    };
  };
});

test('the chain covers the heirs of each row', async () => {
  const file = await prove([{}, { heirs: HEIRS }, {}], 2);
  const verdict = await verifyProof(file, keys);
  expect(verdict).toMatchObject({ ok: true });
  expect(verdict.ok && verdict.rows?.map(({ heirs }) => heirs)).toEqual([
    [],
    [{ clock: 4, from: { client: 7, clock: 0 }, length: 3 }],
    [],
  ]);
  const forged: [number, string][][] = [
    [],
    [[2, '4 7 0 2']],
    [[1, HEIRS]],
    [
      [2, HEIRS],
      [3, HEIRS],
    ],
  ];
  for (const heirs of forged)
    expect(await verifyProof({ ...file, heirs }, keys)).toEqual({ ok: false, reason: 'changed_row' });
});

test('a proof of before heirs is verified as before', async () => {
  expect(await verifyProof(await prove([{}, {}], 1), keys)).toMatchObject({ ok: true });
});
