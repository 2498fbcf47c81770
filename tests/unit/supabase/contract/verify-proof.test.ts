import { isDeepStrictEqual } from 'node:util';
import { array, assert, asyncProperty, constantFrom, nat, oneof, record, string } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseJson } from '#contract/parse-json.ts';
import { hashText } from '#contract/proof/canonical-text.ts';
import type { FullProofFile } from '#contract/proof/proof-file.ts';
import { readKeys } from '#contract/proof/proof-keys.ts';
import { verifyWithTrust } from '#contract/proof/verify-with-trust.ts';
import { verifyProof, type Forged } from '#contract/proof/verify-proof.ts';
import { STAMPED_AT, stampText } from '../../../support/time-stamp-authority.ts';
import { ANNA, BORIS, encodeRows, logOfTwo, openProver, type Prover } from '../../../support/make-proof.ts';

let prover: Prover;
let file: FullProofFile;

beforeAll(async () => {
  prover = await openProver();
  file = await prover.prove(logOfTwo());
});

const verify = (content: unknown) => verifyProof(content, prover.keys);
const reasonOf = async (content: unknown): Promise<Forged['reason'] | 'genuine'> => {
  const verdict = await verify(content);
  return verdict.ok ? 'genuine' : verdict.reason;
};
/** The file with one row changed. */
const withRow = (at: number, change: (row: FullProofFile['rows'][number]) => unknown): unknown => ({
  ...file,
  rows: file.rows.map((row, index) => (index === at ? change(row) : row)),
});

test('a genuine proof has the text, and the author of each run', async () => {
  const verdict = await verify(file);
  expect(verdict).toMatchObject({
    ok: true,
    claims: { document: { title: 'Náklady' }, requestedBy: { email: 'anna@example.com' } },
    writers: [
      { id: ANNA.id, name: 'Anna', characters: 24, rows: 3 },
      { id: BORIS.id, name: 'Boris', characters: 12, rows: 1 },
    ],
  });
  expect(verdict.ok && verdict.text).toEqual([
    { kind: 'heading', level: 2, runs: [[0, 'Náklady']] },
    {
      kind: 'paragraph',
      runs: [
        [0, 'The rent is high.'],
        [1, ' So we move.'],
      ],
    },
  ]);
  expect(verdict.ok && verdict.claims.text?.sha256).toBe(
    await hashText('Na\u0301klady\r\n\r\nThe rent\u00a0is high.  So\nwe move. '),
  );
});

describe('each change is refused for its reason', () => {
  test('of a byte, an author, a time, an order, a number of rows', async () => {
    const flip = (base64: string): string => {
      const bytes = Buffer.from(base64, 'base64');
      bytes[bytes.length - 1]! ^= 1;
      return bytes.toString('base64');
    };
    for (let at = 0; at < file.rows.length; at += 1) {
      expect(await reasonOf(withRow(at, ([s, c, t, u]) => [s, c, t, flip(u)]))).toBe('changed_row');
      expect(await reasonOf(withRow(at, ([s, c, t, u]) => [s, c! + 1, t, u]))).toBe('changed_row');
      expect(await reasonOf(withRow(at, ([s, c, t, u]) => [s, c, t + 1, u]))).toBe('changed_row');
      const rows = file.rows.filter((_, index) => index !== at);
      expect(await verify({ ...file, rows })).toMatchObject({ reason: 'missing_row', seq: at + 1 });
    }
    expect(await reasonOf({ ...file, rows: file.rows.toReversed() })).toBe('missing_row');
    expect(await verify({ ...file, rows: [...file.rows, [5, 7, 1, 'AAA=']] })).toMatchObject({
      reason: 'missing_row',
      seq: 5,
    });
    const renumbered = file.rows.with(0, file.rows[1]!).with(1, file.rows[0]!);
    const swapped = renumbered.map(([, ...rest], at) => [at + 1, ...rest]);
    expect(await reasonOf({ ...file, rows: swapped })).toBe('changed_row');
  });

  test('another spelling of the same bytes', async () => {
    const last = file.rows.at(-1)!;
    const bytes = Buffer.from(last[3], 'base64');
    const spellings = [`${last[3]} `, last[3].replace(/=+$/, ''), `${last[3]}====`];
    if (bytes.length % 3 === 1) spellings.push(last[3].replace(/.==$/, 'B=='));
    for (const other of spellings)
      if (other !== last[3])
        expect(await reasonOf(withRow(file.rows.length - 1, ([s, c, t]) => [s, c, t, other]))).toBe(
          'changed_row',
        );
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const end = letters.indexOf(file.statement.at(-1)!);
    const statement = file.statement.slice(0, -1) + letters[end ^ 1];
    expect(Buffer.from(statement.split('.')[2]!, 'base64url')).toEqual(
      Buffer.from(file.statement.split('.')[2]!, 'base64url'),
    );
    expect(await reasonOf({ ...file, statement })).toBe('foreign_signature');
  });

  test('of the text, a run’s author, a block’s kind', async () => {
    const text = file.text!;
    const [first, second] = [text[0]!, text[1]!];
    const forged = [
      [second],
      [second, first],
      [{ ...first, kind: 'paragraph' }, second],
      [{ ...first, level: 1 }, second],
      [{ ...first, runs: [[1, 'Náklady']] }, second],
      [{ ...first, runs: [[null, 'Náklady']] }, second],
      [{ ...first, runs: [[0, 'Výnosy']] }, second],
      null,
    ];
    for (const one of forged) expect(await reasonOf({ ...file, text: one })).toBe('changed_text');
    const otherHash = await prover.prove(logOfTwo(), (claims) => ({
      ...claims,
      text: { sha256: '0'.repeat(64) },
    }));
    expect(await reasonOf(otherHash)).toBe('changed_text');
  });

  test('of the statement, its signature or its key', async () => {
    const [header = '', payload = '', signature = ''] = file.statement.split('.');
    const renamed = Buffer.from(
      Buffer.from(payload, 'base64url').toString().replace('"Boris"', '"Erika"'),
    ).toString('base64url');
    expect(renamed).not.toBe(payload);
    const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    expect(await reasonOf({ ...file, statement: [header, renamed, signature].join('.') })).toBe(
      'foreign_signature',
    );
    expect(await reasonOf({ ...file, statement: [header, payload, flipped].join('.') })).toBe(
      'foreign_signature',
    );
    expect(await reasonOf({ ...file, statement: 'none' })).toBe('foreign_signature');
    const other = await openProver();
    const otherKey = Buffer.from(
      JSON.stringify({ alg: 'ES256', typ: 'history-proof+jwt', jwk: other.jwk, kid: other.keys[0]!.id }),
    ).toString('base64url');
    expect(await verify({ ...file, statement: [otherKey, payload, signature].join('.') })).toEqual({
      ok: false,
      reason: 'foreign_key',
      keyId: other.keys[0]!.id,
    });
    const theirs = await other.prove(logOfTwo());
    expect(await reasonOf(theirs)).toBe('foreign_key');
    expect(await verifyProof(theirs, other.keys)).toMatchObject({ ok: true });
    // A foreign signature under the name of a known key.
    const named = await other.sign(prover.claimsOf(logOfTwo()), { jwk: prover.jwk, kid: prover.keys[0]!.id });
    expect(await reasonOf({ ...file, statement: named })).toBe('foreign_signature');
  });

  test('of the version, or of what belongs to it', async () => {
    const { rows: _, heirs: __, text: ___, ...hashOnly } = file;
    expect(await reasonOf({ ...file, version: 2 })).toBe('unknown_statement');
    expect(await reasonOf({ ...file, version: 1 })).toBe('unknown_statement');
    expect(await reasonOf({ ...file, version: 5 })).toBe('newer_version');
    expect(await reasonOf({ ...file, version: 4 })).toBe('not_a_proof');
    expect(await reasonOf({ ...file, timeStamp: await stampText(file.statement) })).toBe('not_a_proof');
    expect(await reasonOf({ ...file, version: '3' })).toBe('not_a_proof');
    expect(await reasonOf({ ...file, note: 'x' })).toBe('not_a_proof');
    for (const part of ['rows', 'heirs', 'text'] as const) {
      const { [part]: _part, ...without } = file;
      expect(await reasonOf(without)).toBe('not_a_proof');
    }
    expect(await verify(hashOnly)).toMatchObject({ ok: true, rows: null, text: null, writers: [] });
  });
});

test('a time stamp is one of the statement, and changes nothing else', async () => {
  const timeStamp = await stampText(file.statement);
  const stamped = { ...file, version: 4, timeStamp };
  const claimed = { token: timeStamp, atMs: STAMPED_AT.getTime(), authority: 'Example Time Stamp Authority' };
  const { rows: _, heirs: __, text: ___, ...hashOnly } = stamped;
  for (const one of [stamped, hashOnly])
    expect(await verify(one)).toMatchObject({ ok: true, timeStamp: claimed, statement: file.statement });
  expect(await verify(file)).toMatchObject({ ok: true, timeStamp: null });
  const others = [
    await stampText(`${file.statement} `),
    await stampText('x'),
    timeStamp.slice(0, -4),
    'AA==',
    '',
  ];
  for (const other of others) {
    expect(await reasonOf({ ...stamped, timeStamp: other })).toBe('wrong_time_stamp');
    expect(await reasonOf({ ...hashOnly, timeStamp: other })).toBe('wrong_time_stamp');
  }
  expect(await reasonOf({ ...stamped, timeStamp: 'A'.repeat(90_000) })).toBe('not_a_proof');
  expect(await reasonOf({ ...stamped, timeStamp: 7 })).toBe('not_a_proof');
  expect(await reasonOf({ ...stamped, text: null })).toBe('changed_text');
  // Its statement is that of version 3.
  const earlier = await prover.sign({ ...prover.claimsOf(logOfTwo()), version: undefined });
  const restamped = { ...stamped, statement: earlier, timeStamp: await stampText(earlier) };
  expect(await reasonOf(restamped)).toBe('unknown_statement');
});

test('a key counts for the time in which it signed', async () => {
  const at = (from: string, until?: string) =>
    readKeys({ keys: [{ ...prover.jwk, from, ...(until === undefined ? {} : { until }) }] });
  // Signed on 2025-11-28, 20:35:00 UTC.
  for (const keys of [
    await at('2025-11-28T20:35:00.900Z'),
    await at('2025-01-01T00:00:00Z', '2025-11-28T20:35:00Z'),
  ])
    expect(await verifyProof(file, keys)).toMatchObject({ ok: true });
  for (const keys of [
    await at('2025-11-28T20:35:01Z'),
    await at('2025-01-01T00:00:00Z', '2025-11-28T20:34:59Z'),
  ])
    expect(await verifyProof(file, keys)).toMatchObject({ ok: false, reason: 'retired_key' });
  for (const odd of ['', 'never', '2025-13-99T00:00:00Z', '2025-01-01', 7]) {
    expect(await readKeys({ ...prover.jwk, until: odd })).toEqual([]);
    expect(await readKeys({ ...prover.jwk, from: odd })).toEqual([]);
  }
});

test('a key counts only if somebody other than the file vouches for it', async () => {
  const { id } = prover.keys[0]!;
  const other = await openProver();
  const known = { ok: true, isKeyKnown: true, hasLog: true };
  expect(await verifyWithTrust(file, { kind: 'server', keys: prover.keys })).toMatchObject(known);
  expect(await verifyWithTrust(file, { kind: 'file', keys: other.keys })).toMatchObject({
    reason: 'foreign_key',
  });
  expect(await verifyWithTrust(file, { kind: 'none' })).toMatchObject({ ok: true, isKeyKnown: false });
  const withFingerprint = (fingerprint: string, keys = other.keys) =>
    verifyWithTrust(file, { kind: 'fingerprint', fingerprint, keys });
  expect(await withFingerprint(`${id.slice(0, 9)} ${id.slice(9)}\n`)).toMatchObject(known);
  expect(await withFingerprint(other.keys[0]!.id)).toMatchObject({ reason: 'foreign_key' });
  expect(await withFingerprint('')).toMatchObject({ reason: 'foreign_key' });
  const withoutKey = { ...file, statement: await prover.sign(prover.claimsOf(logOfTwo()), { kid: id }) };
  expect(await verifyWithTrust(withoutKey, { kind: 'none' })).toEqual({ ok: false, reason: 'no_key' });
  expect(await verifyWithTrust(withoutKey, { kind: 'fingerprint', fingerprint: id, keys: [] })).toEqual({
    ok: false,
    reason: 'no_key',
  });
  expect(
    await verifyWithTrust(withoutKey, { kind: 'fingerprint', fingerprint: id, keys: prover.keys }),
  ).toMatchObject(known);
  for (const trust of [
    { kind: 'none' } as const,
    { kind: 'fingerprint', fingerprint: id, keys: [] } as const,
  ])
    expect(await verifyWithTrust('odd', trust)).toEqual({ ok: false, reason: 'not_a_proof' });
});

test('whatever else a signed statement claims is a verdict', async () => {
  const claims = prover.claimsOf(logOfTwo());
  const odd: object[] = [
    {},
    { ...claims, version: 4 },
    { ...claims, version: undefined },
    { ...claims, chain: 7 },
    { ...claims, until: 1e308 },
    { ...claims, until: -1 },
    { ...claims, refused: [{}] },
    { ...claims, writers: 'all' },
    { ...claims, text: { sha256: 'x' } },
    { ...claims, text: undefined },
  ];
  for (const one of odd)
    expect(await reasonOf({ ...file, statement: await prover.sign(one) })).toBe('unknown_statement');
  const longest = { ...claims, until: Number.MAX_SAFE_INTEGER };
  expect(await reasonOf({ ...file, statement: await prover.sign(longest) })).toBe('missing_row');
  const withHeader = async (header: object) => ({ ...file, statement: await prover.sign(claims, header) });
  expect(await reasonOf(await withHeader({ typ: 'at+jwt' }))).toBe('foreign_signature');
  expect(await reasonOf(await withHeader({ kid: 'x' }))).toBe('foreign_key');
  // Odd, but signed with the key.
  for (const jwk of [7, null, { kty: 'oct', k: 'AA' }, { ...prover.jwk, x: '' }])
    expect(await reasonOf(await withHeader({ jwk }))).toBe('genuine');
  const critical = Buffer.from('{"alg":"ES256","typ":"history-proof+jwt","crit":["x"],"x":1}').toString(
    'base64url',
  );
  const [, ...rest] = file.statement.split('.');
  expect(await reasonOf({ ...file, statement: [critical, ...rest].join('.') })).toBe('foreign_signature');
});

test('a signed row that nothing can read is a verdict', async () => {
  const [first] = logOfTwo();
  const long = new Uint8Array(200).fill(255);
  for (const update of [new Uint8Array(), Uint8Array.of(1), Uint8Array.of(1, 1, 7, 0, 4), long]) {
    const rows = [first!, { client: 7, atMs: 1, update }];
    const statement = await prover.sign(prover.claimsOf(rows, ''));
    const content = { ...file, statement, rows: encodeRows(rows) };
    expect(await verify(content)).toMatchObject({ reason: 'unreadable_row', seq: 2 });
  }
});

test('anything that is no proof is a verdict', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const texts = [
    '',
    '{',
    'null',
    '7',
    '[]',
    deep,
    JSON.stringify(file).slice(0, -9),
    '\u0000',
    '{"format":"history-proof"}',
  ];
  for (const text of texts) expect(await reasonOf(parseJson(text))).toBe('not_a_proof');
  expect(await reasonOf(parseJson(Uint8Array.of(0xff, 0xfe, 0x7b)))).toBe('not_a_proof');
  expect(await reasonOf({ ...file, rows: [[1, 7, 1.5, '']] })).toBe('not_a_proof');
  expect(await readKeys({ keys: [null, 7, { kty: 'EC' }, { kty: 'RSA' }] })).toEqual([]);
  for (const key of [
    { x: '', y: '' },
    { x: 'A'.repeat(43), y: 'A'.repeat(43) },
    { x: '*', y: '' },
  ]) {
    const keys = await readKeys({ kty: 'EC', crv: 'P-256', ...key });
    expect(await verifyProof(file, keys)).toMatchObject({ ok: false });
  }
});

test.each([3, 4])(
  'a random mutation of version %i never throws, and is never genuine',
  { timeout: 120_000 },
  async (version) => {
    const stamped = { ...file, version, timeStamp: await stampText(file.statement) };
    const json = JSON.stringify(version === 3 ? file : stamped);
    // The token is covered by the authority's signature, not by that of the deployment.
    const covered = (content: unknown): unknown => ({ ...(content as object), timeStamp: null });
    const mutation = record({
      at: nat(json.length - 1),
      put: oneof(
        string({ maxLength: 3, unit: 'binary' }),
        constantFrom('0', '"', '[', '}', 'null', '1e9', '-'),
      ),
      take: nat(4),
    });
    await assert(
      asyncProperty(array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        const text = mutations.reduce(
          (now, { at, put, take }) => now.slice(0, at) + put + now.slice(at + take),
          json,
        );
        const content = parseJson(text);
        const verdict = await verify(content);
        if (verdict.ok) expect(isDeepStrictEqual(covered(content), covered(JSON.parse(json)))).toBe(true);
      }),
      { numRuns: 300 },
    );
  },
);
