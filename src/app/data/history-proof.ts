/** A proof of authorship of a document, signed by the deployment. */
import { writeHeirs } from '#contract/authorship/heir-ranges.ts';
import type { Authorship } from '#contract/proof/authorship.ts';
import {
  signHistoryReply,
  signHistoryRequest,
  STAMPED_VERSION,
  TEXT_VERSION,
  type AnyHistoryClaims,
  type ProofFile,
  type TimeStamp,
} from '#contract/proof/proof-file.ts';
import type { ProofKey } from '#contract/proof/proof-keys.ts';
import { encodeBase64 } from '#contract/proof/base64.ts';
import { callFunction } from './call-function.ts';
import { readLog, type LogRow } from './history-log.ts';
import { historyKeysUrl } from './history-keys.ts';

export interface HistoryProof {
  readonly claims: AnyHistoryClaims;
  readonly rows: readonly LogRow[];
  readonly signedAt: Date;
  readonly key: Pick<ProofKey, 'id' | 'fromMs' | 'untilMs'>;
  readonly statement: string;
  /** Null when the authority gave none; undefined where the deployment names no authority. */
  readonly timeStamp: TimeStamp | null | undefined;
}

/** The log up to the row `until`, by default all of it. Null when the deployment has no key to sign with. */
export async function proveHistory(
  documentId: string,
  until: number | null,
  signal: AbortSignal,
): Promise<HistoryProof | null> {
  const body = signHistoryRequest.parse({
    documentId,
    version: TEXT_VERSION,
    ...(until === null ? {} : { until }),
  });
  const { signed } = await callFunction('sign-history', body, signHistoryReply, { signal });
  if (signed === null) return null;
  const { statement, keyId, keyFrom, claims, signedAt, timeStamp } = signed;
  const key = { id: keyId, fromMs: keyFrom === undefined ? null : Date.parse(keyFrom), untilMs: null };
  const rows: LogRow[] = [];
  for await (const page of readLog(documentId, 0, claims.until, signal)) rows.push(...page);
  return { claims, rows, key, signedAt: new Date(signedAt), statement, timeStamp };
}

/** With the text and its whole history, or with the hash of the text alone. */
export function proofFileOf(
  { statement, rows, timeStamp }: HistoryProof,
  { text }: Authorship,
  has: 'text' | 'hash',
): ProofFile {
  const format = 'history-proof';
  const head = timeStamp
    ? ({ format, version: STAMPED_VERSION, statement, timeStamp: timeStamp.token } as const)
    : ({ format, version: TEXT_VERSION, statement } as const);
  if (has === 'hash') return head;
  return {
    ...head,
    rows: rows.map(encodeRow),
    heirs: rows.flatMap(({ seq, heirs }) => (heirs ? [[seq, writeHeirs(heirs)] as [number, string]] : [])),
    text: text && text.map(({ runs, ...block }) => ({ ...block, runs: [...runs] })),
  };
}

/** A command that verifies the file, with the address at which everybody reads the public keys of the deployment. */
export const verifyCommand = (fileName: string): string =>
  `npm run verify-history ${fileName} ${historyKeysUrl()}`;

const encodeRow = ({ seq, client, atMs, update }: LogRow): [number, number | null, number, string] => [
  seq,
  client,
  atMs,
  encodeBase64(update),
];
