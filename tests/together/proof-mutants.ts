/** Checks of a proof of authorship that are left out. */
import type { Mutant } from './mutants.ts';

const PROOF = 'supabase/functions/_shared/contract/proof/';

const list: readonly Omit<Mutant, 'run' | 'tests'>[] = [
  {
    name: 'any key in the file is believed',
    file: `${PROOF}verify-proof.ts`,
    from: 'named === null ? keys : keys.filter(({ id }) => id === named.id)',
    to: 'named?.key ? [named.key] : keys',
  },
  {
    name: 'a key that is named is a key that signed',
    file: `${PROOF}proof-keys.ts`,
    from: 'const { payload } = await jwtVerify(statement, await importJWK(key, STATEMENT_ALGORITHM), {\n      algorithms: [STATEMENT_ALGORITHM],\n      typ: STATEMENT_TYPE,\n    });\n    return payload;',
    to: "await importJWK(key, STATEMENT_ALGORITHM);\n    return JSON.parse(new TextDecoder().decode(base64url.decode(statement.split('.')[1] ?? ''))) as JWTPayload;",
  },
  {
    name: 'a key signs for ever',
    file: `${PROOF}verify-proof.ts`,
    from: '|| signedAtMs > (key.untilMs ?? Infinity)',
    to: '',
  },
  {
    name: 'a key signed before it was made',
    file: `${PROOF}verify-proof.ts`,
    from: 'signedAtMs < (key.fromMs ?? -Infinity) ||',
    to: '',
  },
  {
    name: 'any token of the deployment is a statement',
    file: `${PROOF}proof-keys.ts`,
    from: 'typ: STATEMENT_TYPE,',
    to: '',
  },
  {
    name: 'a statement has several spellings',
    file: `${PROOF}proof-keys.ts`,
    from: 'if (!isWellSpelled(statement)) return null;',
    to: '',
  },
  {
    name: 'a file may claim an earlier version',
    file: `${PROOF}verify-proof.ts`,
    from: "if (version < TEXT_VERSION && 'version' in payload) return null;",
    to: '',
  },
  {
    name: 'a missing row goes unnoticed',
    file: `${PROOF}verify-proof.ts`,
    from: "if (missing !== null) return refuse('missing_row', missing);",
    to: '',
  },
  {
    name: 'rows after the last are read',
    file: `${PROOF}verify-proof.ts`,
    from: 'return rows[next]?.[0] ?? null;',
    to: 'return null;',
  },
  {
    name: 'the chain is not compared',
    file: `${PROOF}verify-proof.ts`,
    from: '|| (await chainOf(rows, file)) !== claims.chain',
    to: '',
  },
  {
    name: 'the chain does not cover the time',
    file: `${PROOF}verify-proof.ts`,
    from: "[chain, seq, atMs, client ?? '-', await sha256(update)]",
    to: "[chain, seq, client ?? '-', await sha256(update)]",
  },
  {
    name: 'bytes have several spellings',
    file: `${PROOF}verify-proof.ts`,
    from: 'if (rows.some(([, , , update]) => !isBase64(update))) return null;',
    to: '',
  },
  {
    name: 'rows are given to Yjs unread',
    file: `${PROOF}verify-proof.ts`,
    from: "if (unreadable >= 0) return refuse('unreadable_row', file.rows[unreadable]![0]);",
    to: '',
  },
  {
    name: 'the text in the file is believed',
    file: `${PROOF}verify-proof.ts`,
    from: 'if (JSON.stringify(file.text) !== JSON.stringify(text)) return false;',
    to: '',
  },
  {
    name: 'the hash of the text is believed',
    file: `${PROOF}verify-proof.ts`,
    from: 'return text === null || (await hashText(textOfBlocks(text))) === signed?.sha256;',
    to: 'return signed !== undefined;',
  },
  {
    name: 'a fingerprint is not compared',
    file: `${PROOF}verify-with-trust.ts`,
    from: 'return inFile && (inFile.id === wanted ? [inFile] : []);',
    to: 'return inFile && [inFile];',
  },
  {
    name: 'a key that nobody vouches for counts as known',
    file: `${PROOF}verify-with-trust.ts`,
    from: "isKeyKnown: trust.kind !== 'none'",
    to: 'isKeyKnown: true',
  },
  {
    name: 'a time stamp is shown unread',
    file: `${PROOF}verify-proof.ts`,
    from: "if (timeStamp === 'wrong') return refuse('wrong_time_stamp');",
    to: '',
  },
];

const REQUEST = 'supabase/functions/_shared/server/time-stamp.ts';
const stampList: typeof list = [
  {
    name: 'a time stamp of something else counts',
    file: `${PROOF}time-stamp.ts`,
    from: '|| claims.imprint !== (await sha256(stamped))',
    to: '',
  },
  {
    name: 'anything may follow a token',
    file: `${PROOF}time-stamp.ts`,
    from: 'return offset === bytes.length ? result : undefined;',
    to: 'return offset > 0 ? result : undefined;',
  },
  {
    name: 'a refusal of the authority counts as granted',
    file: `${PROOF}time-stamp.ts`,
    from: '!GRANTED.includes(integerOf(partsOf(status)[0])) ||',
    to: '',
  },
  {
    name: 'a token in another spelling counts',
    file: `${PROOF}time-stamp.ts`,
    from: 'isBase64(token) ? readToken(decodeBase64(token)) : null',
    to: 'readToken(decodeBase64(token))',
  },
  {
    name: 'an old token counts for a new request',
    file: REQUEST,
    from: 'if (readToken(token)?.nonce !== encodeHex(nonce))',
    to: 'if (readToken(token) === null)',
  },
  {
    name: 'each request has the same nonce',
    file: REQUEST,
    from: 'crypto.getRandomValues(new Uint8Array(8))',
    to: 'new Uint8Array(8)',
  },
  {
    name: 'the authority may redirect',
    file: REQUEST,
    from: "redirect: 'error',",
    to: '',
  },
  {
    name: 'the authority may take its time',
    file: REQUEST,
    from: 'signal: AbortSignal.timeout(timeoutMs),',
    to: '',
  },
  {
    name: 'a reply of any size is read',
    file: REQUEST,
    from: 'const bytes = new Uint8Array(limit);',
    to: 'limit *= 2; const bytes = new Uint8Array(limit);',
  },
  {
    name: 'a failure may have a token',
    file: REQUEST,
    from: 'if (!reply.ok || type !== REPLY_TYPE)',
    to: 'if (type !== REPLY_TYPE)',
  },
  {
    name: 'a reply of any type is read',
    file: REQUEST,
    from: 'if (!reply.ok || type !== REPLY_TYPE)',
    to: 'if (!reply.ok)',
  },
  {
    name: 'an authority of the internet may be without TLS',
    file: REQUEST,
    from: "(protocol === 'http:' && LOCAL.test(hostname))",
    to: "protocol === 'http:'",
  },
];

export const PROOF_MUTANTS: readonly Mutant[] = list
  .map((mutant) => ({
    ...mutant,
    run: 1,
    tests: ['tests/unit/supabase/contract/verify-proof.test.ts'],
  }))
  .concat(
    stampList.map((mutant) => ({
      ...mutant,
      run: 1,
      tests: [
        'tests/unit/supabase/contract/time-stamp.test.ts',
        'tests/unit/supabase/server/time-stamp.test.ts',
      ],
    })),
  );
