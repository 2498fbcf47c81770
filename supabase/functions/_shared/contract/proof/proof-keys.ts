/** Public keys that sign proofs, their fingerprints, and which of them a statement is signed with. */
import {
  base64url,
  calculateJwkThumbprint,
  decodeProtectedHeader,
  errors,
  importJWK,
  jwtVerify,
  type JWTPayload,
} from 'jose';
import * as z from 'zod/mini';
import { STATEMENT_ALGORITHM, STATEMENT_TYPE } from './proof-file.ts';

/** An unknown time would compare as neither before nor after. `z.iso` would be loaded by every page. */
const moment = z
  .string()
  .check(z.refine((text) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && Date.parse(text) > 0));
/** 32 bytes in base64url. */
const coordinate = z.string().check(z.regex(/^[\w-]{43}$/));

/** A public key on the curve P-256 (RFC 7518, 6.2), with the time in which the deployment signed with it, if that is known. */
export const publicKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
  from: z.optional(moment),
  until: z.optional(moment),
});

export interface ProofKey {
  /** Fingerprint (RFC 7638). */
  readonly id: string;
  readonly key: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string };
  readonly fromMs: number | null;
  readonly untilMs: number | null;
}

/** More keys than a deployment ever has. */
const MAX_KEYS = 1000;

/** The keys of a JWK set (RFC 7517), or a single JWK. Others than those of proofs are left out. */
export async function readKeys(content: unknown): Promise<ProofKey[]> {
  const set = z.object({ keys: z.array(z.unknown()) }).safeParse(content);
  const found = (set.success ? set.data.keys : [content]).slice(0, MAX_KEYS).flatMap((one) => {
    const parsed = publicKey.safeParse(one);
    return parsed.success ? parsed.data : [];
  });
  return Promise.all(
    found.map(async ({ from, until, ...key }) => ({
      id: await calculateJwkThumbprint(key),
      key,
      // Statements have whole seconds.
      fromMs: from === undefined ? null : Math.floor(Date.parse(from) / 1000) * 1000,
      untilMs: until === undefined ? null : Date.parse(until),
    })),
  );
}

const header = z.looseObject({ kid: z.optional(z.string()), jwk: z.optional(z.unknown()) });

/** The key that a statement names: its fingerprint, and the key itself, which statements of before do not have. Null: none. */
export async function namedKey(statement: string): Promise<{ id: string; key: ProofKey | null } | null> {
  const parsed = header.safeParse(readHeader(statement));
  if (!parsed.success) return null;
  const [key] = await readKeys(parsed.data.jwk);
  if (key) return { id: key.id, key: { ...key, fromMs: null, untilMs: null } };
  return parsed.data.kid === undefined ? null : { id: parsed.data.kid, key: null };
}

function readHeader(statement: string): unknown {
  try {
    return decodeProtectedHeader(statement);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

export interface Signed {
  readonly payload: JWTPayload;
  readonly key: ProofKey;
}

/** The content of a statement that one of the keys signed; null when none did. */
export async function openStatement(statement: string, keys: readonly ProofKey[]): Promise<Signed | null> {
  if (!isWellSpelled(statement)) return null;
  for (const key of keys) {
    const payload = await verifyWith(statement, key);
    if (payload !== null) return { payload, key };
  }
  return null;
}

async function verifyWith(statement: string, { key }: ProofKey): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(statement, await importJWK(key, STATEMENT_ALGORITHM), {
      algorithms: [STATEMENT_ALGORITHM],
      typ: STATEMENT_TYPE,
    });
    return payload;
  } catch (error) {
    // The browser's refusal of a point that is not on the curve is a DOMException; jose's of odd values a TypeError.
    if (error instanceof errors.JOSEError || error instanceof DOMException || error instanceof TypeError)
      return null;
    throw error;
  }
}

/** base64url has several spellings of some bytes. A changed character must not go unnoticed. */
function isWellSpelled(statement: string): boolean {
  return statement.split('.').every((part) => {
    try {
      return base64url.encode(base64url.decode(part)) === part;
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  });
}
