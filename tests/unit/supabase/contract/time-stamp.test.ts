import { assert, integer, property, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase64, encodeBase64 } from '#contract/proof/base64.ts';
import { encodeHex } from '#contract/hex.ts';
import { readTimeStamp, readToken, tokenOfReply, writeStampRequest } from '#contract/proof/time-stamp.ts';
import { NONCE, QUERY, STATEMENT, TOKEN, UNNAMED_TOKEN } from '../../../support/recorded-time-stamps.ts';
import { answerStampRequest } from '../../../support/time-stamp-authority.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const fromHex = (digits: string) => new Uint8Array(Buffer.from(digits, 'hex'));

test('tokens of openssl have a time and a name, from the token or from its certificate', async () => {
  for (const [token, at] of [
    [TOKEN, '2026-11-29T01:29:09Z'],
    [UNNAMED_TOKEN, '2026-11-29T01:34:54Z'],
  ] as const)
    expect(await readTimeStamp(token, bytesOf(STATEMENT))).toEqual({
      token,
      atMs: Date.parse(at),
      authority: 'Example Time Stamp Authority',
    });
  expect(readToken(decodeBase64(TOKEN))?.nonce).toBe(NONCE);
});

test('a request has the bytes of the one that openssl makes', async () => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(STATEMENT)));
  expect(encodeHex(writeStampRequest(hash, fromHex(NONCE)))).toBe(QUERY);
});

test('a token of something else, cut, longer or spelled otherwise is none', async () => {
  const read = (token: string) => readTimeStamp(token, bytesOf(STATEMENT));
  expect(await readTimeStamp(TOKEN, bytesOf('the statemenT'))).toBeNull();
  const token = decodeBase64(TOKEN);
  for (let end = 0; end < token.length; end += 1)
    expect(await read(encodeBase64(token.slice(0, end)))).toBeNull();
  expect(await read(encodeBase64(Uint8Array.of(...token, 0)))).toBeNull();
  expect(await read(`${TOKEN} `)).toBeNull();
  expect(await read(TOKEN.replace(/=+$/, ''))).toBeNull();
  expect(await read('')).toBeNull();
});

test('a reply counts only if the authority granted it', () => {
  const request = fromHex(QUERY);
  const tokens = [0, 1, 2, 3, 4, 5].map((status) =>
    tokenOfReply(toBytes(answerStampRequest(request, { status }))),
  );
  expect(tokens.map((token) => token !== null)).toEqual([true, true, false, false, false, false]);
  expect(readToken(tokens[0]!)).toMatchObject({ nonce: NONCE, authority: 'Example Time Stamp Authority' });
  // A refusal has no token, and no token is a reply.
  expect(tokenOfReply(fromHex('30053003020102'))).toBeNull();
  expect(tokenOfReply(fromHex('30053003020100'))).toBeNull();
  expect(tokenOfReply(decodeBase64(TOKEN))).toBeNull();
});

const toBytes = (buffer: Buffer) => new Uint8Array(buffer);

test('random bytes, and random changes of a token, never throw', () => {
  const token = decodeBase64(TOKEN);
  const reply = toBytes(answerStampRequest(fromHex(QUERY)));
  assert(
    property(uint8Array({ maxLength: 300 }), (bytes) => {
      const plain = new Uint8Array(bytes);
      expect(readToken(plain)).toBeNull();
      expect(tokenOfReply(plain)).toBeNull();
    }),
  );
  assert(
    property(integer({ min: 0, max: token.length - 1 }), integer({ min: 1, max: 255 }), (at, by) => {
      for (const original of [token, reply]) {
        const changed = original.with(at % original.length, original[at % original.length]! ^ by);
        const claims = readToken(changed);
        if (claims !== null) expect(Number.isFinite(claims.atMs)).toBe(true);
        tokenOfReply(changed);
      }
    }),
    { numRuns: 200 },
  );
});

test('deeply nested bytes are no token', () => {
  const deep = new Uint8Array(64 * 1024).fill(0x30);
  for (let at = 1; at < deep.length; at += 2) deep[at] = 0x80;
  expect(readToken(deep)).toBeNull();
  expect(tokenOfReply(deep)).toBeNull();
});
