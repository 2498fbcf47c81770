/** Verifies a proof of authorship with nothing but the public keys of the deployment. */
import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet } from 'jose';
import * as z from 'zod/mini';
import type { LoggedUpdate } from '../authorship/causal-order.ts';
import { readHeirs } from '../authorship/heir-ranges.ts';
import { encodeHex } from '../hex.ts';
import {
  historyClaims,
  proofFile,
  STATEMENT_ALGORITHM,
  STATEMENT_TYPE,
  type HistoryClaims,
  type ProofFile,
} from './proof-file.ts';

export type Verdict =
  | {
      readonly ok: true;
      readonly claims: HistoryClaims;
      readonly signedAtMs: number;
      readonly rows: readonly LoggedUpdate[];
    }
  /** `foreign_signature`: by another key, or of another statement. `changed_row`: bytes, author or time of some row. */
  | {
      readonly ok: false;
      readonly reason: 'not_a_proof' | 'foreign_signature' | 'missing_row' | 'changed_row';
      /** The first row that is missing. */
      readonly seq?: number;
    };

const signedClaims = z.extend(historyClaims, { iat: z.int() });

export async function verifyProof(content: unknown, keys: JSONWebKeySet): Promise<Verdict> {
  const file = proofFile.safeParse(content);
  if (!file.success) return { ok: false, reason: 'not_a_proof' };
  const claims = await readStatement(file.data.statement, keys);
  if (claims === null) return { ok: false, reason: 'foreign_signature' };
  const missing = findMissing(file.data.rows, claims);
  if (missing !== null) return { ok: false, reason: 'missing_row', seq: missing };
  const rows = decodeRows(file.data);
  if (rows === null || (await chainOf(rows, file.data)) !== claims.chain)
    return { ok: false, reason: 'changed_row' };
  return { ok: true, claims, signedAtMs: claims.iat * 1000, rows };
}

async function readStatement(statement: string, keys: JSONWebKeySet) {
  try {
    const { payload } = await jwtVerify(statement, createLocalJWKSet(keys), {
      algorithms: [STATEMENT_ALGORITHM],
      typ: STATEMENT_TYPE,
    });
    return signedClaims.parse(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** The first seq that is not where it should be; null when all rows are there, in order, and no others. */
function findMissing(rows: ProofFile['rows'], { from, until, refused }: HistoryClaims): number | null {
  const left = new Set(refused);
  let next = 0;
  for (let seq = from; seq <= until; seq += 1) {
    if (left.has(seq)) continue;
    if (rows[next]?.[0] !== seq) return seq;
    next += 1;
  }
  return rows[next]?.[0] ?? null;
}

/** Null when something cannot be decoded, or heirs belong to no row. */
function decodeRows({ rows, heirs = [] }: ProofFile): LoggedUpdate[] | null {
  const declared = new Map(heirs);
  if (declared.size < heirs.length) return null;
  const seqs = new Set(rows.map(([seq]) => seq));
  if (heirs.some(([seq]) => !seqs.has(seq))) return null;
  try {
    return rows.map(([seq, client, atMs, update]) => ({
      client,
      atMs,
      update: Uint8Array.from(atob(update), (letter) => letter.charCodeAt(0)),
      heirs: readHeirs(declared.get(seq) ?? ''),
    }));
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

async function chainOf(rows: readonly LoggedUpdate[], file: ProofFile): Promise<string> {
  const heirs = new Map(file.heirs);
  let chain = '';
  for (const [at, { client, atMs, update }] of rows.entries()) {
    const seq = file.rows[at]![0];
    const declared = heirs.get(seq);
    const parts = [chain, seq, atMs, client ?? '-', await sha256(update)];
    const link = [...parts, ...(declared === undefined ? [] : [declared])].join(' ');
    chain = await sha256(new TextEncoder().encode(link));
  }
  return chain;
}

const sha256 = async (bytes: Uint8Array): Promise<string> =>
  encodeHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
