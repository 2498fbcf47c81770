/**
 * Proof of authorship: the log of a document, and a statement about it that the deployment signed. The public key is
 * enough to verify it, without the deployment (`verify-proof.ts`).
 *
 * The statement is a JWT (RFC 7519) with the algorithm ES256. The public key is published as a JWK set (RFC 7517).
 */
import * as z from 'zod/mini';
import { erasedRows } from './erased-rows.ts';

const seq = z.int().check(z.positive());
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** The `typ` of the statement, so that no other token of the deployment counts as one (RFC 8725, 3.11). */
export const STATEMENT_TYPE = 'history-proof+jwt';
export const STATEMENT_ALGORITHM = 'ES256';

/** Proofs of which a statement covers the text. Earlier ones have the log alone. */
export const TEXT_VERSION = 3;
/** Version 3 and a time stamp. Verifiers of before name it a later version; with the field alone it would be no proof to them. */
export const STAMPED_VERSION = 4;

/** A larger file is refused before it is read. */
export const MAX_PROOF_BYTES = 64 * 1024 * 1024;

/** The deployment's description of a log: the reply of `public.describe_history`, which documents how `chain` is computed. */
export const historyClaims = z.object({
  document: z.object({ id: z.uuid(), title: z.string() }),
  /** The first row that the log still has. */
  from: seq,
  until: seq,
  /** Rows that clients refuse. They are in no file. */
  refused: z.array(seq),
  chain: sha256,
  /** A Yjs client id and the user who wrote under it; null for an account that is gone. */
  writers: z.array(z.tuple([z.int(), z.nullable(z.uuid())])),
  /** Names at the time of signing. */
  people: z.array(z.object({ id: z.uuid(), name: z.string() })),
  erased: z.optional(erasedRows),
});
export type HistoryClaims = z.output<typeof historyClaims>;

/** Claims of version 3. */
const textClaims = {
  version: z.literal(TEXT_VERSION),
  /** Of the text at `until` (`canonical-text.ts`). */
  text: z.object({ sha256 }),
  /** The only person whose address is in the statement. */
  requestedBy: z.object({ id: z.uuid(), name: z.string(), email: z.nullable(z.string()) }),
};
export const describedHistory = z.extend(historyClaims, { requestedBy: textClaims.requestedBy });
export const historyClaims3 = z.extend(historyClaims, textClaims);
export const anyHistoryClaims = z.union([historyClaims3, historyClaims]);
export type AnyHistoryClaims = HistoryClaims & Partial<z.output<typeof historyClaims3>>;

/** `sign-history`: the log up to the row `until`, or all of it. Pages of before ask for no version. */
export const signHistoryRequest = z.object({
  documentId: z.uuid(),
  until: z.optional(seq),
  version: z.optional(z.literal(TEXT_VERSION)),
});

/** Larger replies of time stamp authorities are refused. */
export const MAX_STAMP_BYTES = 64 * 1024;
/** The token of an authority that signed the hash of the statement (RFC 3161), in base64. */
const token = z.string().check(z.maxLength(Math.ceil(MAX_STAMP_BYTES / 3) * 4));
const timeStamp = z.object({
  token,
  /** When the authority received the hash, as the token claims. */
  atMs: z.number(),
  authority: z.nullable(z.string()),
});
export type TimeStamp = z.output<typeof timeStamp>;

/** Null: the deployment has no key to sign with. */
export const signHistoryReply = z.object({
  signed: z.nullable(
    z.object({
      statement: z.string(),
      /** The fingerprint of the public key (RFC 7638). */
      keyId: z.string(),
      /** Since when the deployment signs with it, if that is known. */
      keyFrom: z.optional(z.string()),
      /** Milliseconds since 1970. */
      signedAt: z.number(),
      claims: anyHistoryClaims,
      /** Absent where the deployment names no authority; null when the authority gave none. */
      timeStamp: z.optional(z.nullable(timeStamp)),
    }),
  ),
});

/** Each row: seq, Yjs client id (null when unknown), milliseconds since 1970, the Yjs update in base64. */
const rows = z.array(z.tuple([seq, z.nullable(z.int()), z.int(), z.string()]));
/** Of the rows that declared some, in their order: seq and heirs (`authorship/heir-ranges.ts`). The chain covers them. */
const heirs = z.array(z.tuple([seq, z.string()]));

/** Version 2 has heirs. A proof of version 1 is verified and counted as before. */
const logFile = z.object({
  format: z.literal('history-proof'),
  version: z.union([z.literal(1), z.literal(2)]),
  statement: z.string(),
  rows,
  heirs: z.optional(heirs),
});

/** The kind of a block of text, as it is shown. */
export const BLOCK_KINDS = [
  'paragraph',
  'heading',
  'item',
  'quote',
  'code',
  'cell',
  'formula',
  'image',
  'rule',
] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** The place of a person among those of the proof (`authorship.ts`). */
const place = z.int();

/** Only what is so is named. The persons put the text there, or took other text of its author away next to it. */
const runMarks = z.strictObject({
  placedBy: z.optional(place),
  shortenedBefore: z.optional(place),
  shortenedAfter: z.optional(place),
});
export type RunMarks = z.output<typeof runMarks>;

/** A block and its runs: the author of each, null when unknown, and the text. `level` is that of a heading. */
const block = z.strictObject({
  kind: z.enum(BLOCK_KINDS),
  level: z.optional(z.int()),
  runs: z.array(
    z.union([z.tuple([z.nullable(place), z.string()]), z.tuple([z.nullable(place), z.string(), runMarks])]),
  ),
});
export type ProvenBlock = z.output<typeof block>;

/** Strict: everything in it is covered by the signature, or follows from what is. */
const head = {
  format: z.literal('history-proof'),
  version: z.literal(TEXT_VERSION),
  statement: z.string(),
};
const log = {
  rows,
  heirs,
  /** Null where the log begins later, so that no text follows from it. */
  text: z.nullable(z.array(block)),
};
const fullFile = z.strictObject({ ...head, ...log });
/** With the hash of the text alone, which is in the statement. */
const hashFile = z.strictObject(head);
/** The token is signed by the authority, so that the signature of the deployment need not cover it. */
const stamped = { ...head, version: z.literal(STAMPED_VERSION), timeStamp: token };
const stampedFullFile = z.strictObject({ ...stamped, ...log });
const stampedHashFile = z.strictObject(stamped);

export const proofFile = z.union([fullFile, hashFile, stampedFullFile, stampedHashFile, logFile]);
export type ProofFile = z.output<typeof proofFile>;
export type StampedFile = z.output<typeof stampedFullFile> | z.output<typeof stampedHashFile>;
export type FullProofFile = z.output<typeof fullFile> | z.output<typeof stampedFullFile>;
/** The files that have a log. */
export type LogFile = FullProofFile | z.output<typeof logFile>;

/** A file of a later version, which this one cannot check. */
export const newerFile = z.looseObject({
  format: z.literal('history-proof'),
  version: z.int().check(z.gt(STAMPED_VERSION)),
});
