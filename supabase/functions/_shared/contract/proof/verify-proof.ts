/**
 * Verifies a proof of authorship with nothing but the public keys of the deployment. Whatever the content is, the result is a
 * verdict.
 */
import * as z from 'zod/mini';
import type { LoggedUpdate } from '../authorship/causal-order.ts';
import { readHeirs } from '../authorship/heir-ranges.ts';
import { runSteps } from '../authorship/run-steps.ts';
import { lintUpdate } from '../lint-update.ts';
import { readAuthorship, type Authorship } from './authorship.ts';
import { decodeBase64, isBase64 } from './base64.ts';
import { hashText, sha256 } from './canonical-text.ts';
import { areErased } from './erased-rows.ts';
import {
  historyClaims,
  historyClaims3,
  newerFile,
  proofFile,
  TEXT_VERSION,
  type AnyHistoryClaims,
  type LogFile,
  type ProofFile,
  type StampedFile,
  type TimeStamp,
} from './proof-file.ts';
import { namedKey, openStatement, type ProofKey, type Signed } from './proof-keys.ts';
import { textOfBlocks } from './read-blocks.ts';
import { readTimeStamp } from './time-stamp.ts';

export interface Genuine extends Authorship {
  readonly ok: true;
  readonly claims: AnyHistoryClaims;
  readonly signedAtMs: number;
  readonly key: ProofKey;
  readonly statement: string;
  /** As its token claims. Whether the authority signed it is not checked. */
  readonly timeStamp: TimeStamp | null;
  /** Null for a proof with the hash of the text alone. */
  readonly rows: readonly LoggedUpdate[] | null;
}

export const REASONS = [
  'not_a_proof',
  /** Made by a later version, or with a statement that this one does not understand. */
  'newer_version',
  'unknown_statement',
  /** Signed with none of the keys. */
  'foreign_key',
  /** Names one of the keys, which did not sign it. */
  'foreign_signature',
  /** Signed before or after the deployment used the key. */
  'retired_key',
  /** Of something else than the statement, or no time stamp. */
  'wrong_time_stamp',
  'missing_row',
  /** Bytes, author or time of some row. */
  'changed_row',
  /** Signed, but no update of a document. */
  'unreadable_row',
  /** Not the text of the log. */
  'changed_text',
] as const;

export interface Forged {
  readonly ok: false;
  readonly reason: (typeof REASONS)[number];
  /** The first row that is missing or cannot be read. */
  readonly seq?: number;
  /** Fingerprint of the key that the statement names. */
  readonly keyId?: string;
}

export type Verdict = Genuine | Forged;

export async function verifyProof(content: unknown, keys: readonly ProofKey[]): Promise<Verdict> {
  const file = proofFile.safeParse(content);
  if (!file.success) return refuse(newerFile.safeParse(content).success ? 'newer_version' : 'not_a_proof');
  const signed = await readSigned(file.data.statement, keys);
  if ('reason' in signed) return signed;
  const claims = readClaims(signed, file.data.version);
  if (claims === null) return refuse('unknown_statement');
  const { iat, ...about } = claims;
  const [signedAtMs, key] = [iat * 1000, signed.key];
  if (signedAtMs < (key.fromMs ?? -Infinity) || signedAtMs > (key.untilMs ?? Infinity))
    return { ...refuse('retired_key'), keyId: key.id };
  const { statement } = file.data;
  const timeStamp = 'timeStamp' in file.data ? await openTimeStamp(file.data) : null;
  if (timeStamp === 'wrong') return refuse('wrong_time_stamp');
  const found = 'rows' in file.data ? await verifyLog(file.data, about) : WITHOUT_LOG;
  return 'reason' in found
    ? found
    : { ok: true, claims: about, signedAtMs, key, statement, timeStamp, ...found };
}

const WITHOUT_LOG = { rows: null, writers: [], text: null };

const refuse = (reason: Forged['reason'], seq?: number): Forged => ({
  ok: false,
  reason,
  ...(seq === undefined ? {} : { seq }),
});

/** A statement names its key, but only keys that were given count. */
async function readSigned(statement: string, keys: readonly ProofKey[]): Promise<Signed | Forged> {
  const named = await namedKey(statement);
  const candidates = named === null ? keys : keys.filter(({ id }) => id === named.id);
  if (named !== null && candidates.length === 0) return { ...refuse('foreign_key'), keyId: named.id };
  return (await openStatement(statement, candidates)) ?? refuse('foreign_signature');
}

async function openTimeStamp({ statement, timeStamp }: StampedFile): Promise<TimeStamp | 'wrong'> {
  return (await readTimeStamp(timeStamp, new TextEncoder().encode(statement))) ?? 'wrong';
}

const iat = z.int().check(z.minimum(0), z.maximum(8.64e12));

/** A file cannot claim another version than its statement has. */
function readClaims({ payload }: Signed, version: ProofFile['version']) {
  const schema =
    version >= TEXT_VERSION ? z.extend(historyClaims3, { iat }) : z.extend(historyClaims, { iat });
  if (version < TEXT_VERSION && 'version' in payload) return null;
  const parsed = schema.safeParse(payload);
  return parsed.success ? parsed.data : null;
}

/** The log of a file, and what follows from it. */
async function verifyLog(file: LogFile, claims: AnyHistoryClaims) {
  const missing = findMissing(file.rows, claims);
  if (missing !== null) return refuse('missing_row', missing);
  const rows = decodeRows(file);
  if (rows === null || (await chainOf(rows, file)) !== claims.chain) return refuse('changed_row');
  const updates = new Map(rows.map(({ update }, at) => [file.rows[at]![0], update]));
  if (!(await areErased(claims.erased ?? [], (seq) => updates.get(seq) ?? null)))
    return refuse('changed_row');
  const unreadable = rows.findIndex(({ update }) => !lintUpdate(update, { folded: true }).ok);
  if (unreadable >= 0) return refuse('unreadable_row', file.rows[unreadable]![0]);
  const authorship = readRows(claims, rows);
  if (authorship === null) return refuse('unreadable_row');
  return (await isTextOf(file, claims, authorship)) ? { rows, ...authorship } : refuse('changed_text');
}

/** Null when Yjs cannot apply the rows together. It throws errors of many kinds. */
function readRows(claims: AnyHistoryClaims, rows: readonly LoggedUpdate[]): Authorship | null {
  try {
    return runSteps(readAuthorship(claims, rows));
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Whether the text in the file, and the hash in its statement, are those of its log. */
async function isTextOf(file: LogFile, { text: signed }: AnyHistoryClaims, { text }: Authorship) {
  if (!('text' in file)) return true;
  if (JSON.stringify(file.text) !== JSON.stringify(text)) return false;
  return text === null || (await hashText(textOfBlocks(text))) === signed?.sha256;
}

/** The first seq that is not where it should be; null when all rows are there, in order, and no others. */
function findMissing(rows: LogFile['rows'], { from, until, refused }: AnyHistoryClaims): number | null {
  const left = new Set(refused);
  let next = 0;
  for (let seq = from; seq <= until; seq += 1) {
    if (left.has(seq)) continue;
    if (rows[next]?.[0] !== seq) return seq;
    next += 1;
  }
  return rows[next]?.[0] ?? null;
}

/** Null when something cannot be decoded, or heirs are out of order or belong to no row. */
function decodeRows({ rows, heirs = [] }: LogFile): LoggedUpdate[] | null {
  const declared = new Map(heirs);
  const seqs = new Set(rows.map(([seq]) => seq));
  if (heirs.some(([seq], at) => !seqs.has(seq) || seq <= (heirs[at - 1]?.[0] ?? 0))) return null;
  if (rows.some(([, , , update]) => !isBase64(update))) return null;
  return rows.map(([seq, client, atMs, update]) => ({
    client,
    atMs,
    update: decodeBase64(update),
    heirs: readHeirs(declared.get(seq) ?? ''),
  }));
}

async function chainOf(rows: readonly LoggedUpdate[], file: LogFile): Promise<string> {
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
