/**
 * Proof of authorship: the log of a document, and a statement about it that the deployment signed. The public key is
 * enough to verify it, without the deployment (`verify-proof.ts`).
 *
 * The statement is a JWT (RFC 7519) with the algorithm ES256. The public key is published as a JWK set (RFC 7517).
 */
import * as z from 'zod/mini';

const seq = z.int().check(z.positive());

/** The `typ` of the statement, so that no other token of the deployment counts as one (RFC 8725, 3.11). */
export const STATEMENT_TYPE = 'history-proof+jwt';
export const STATEMENT_ALGORITHM = 'ES256';

/** The deployment's description of a log: the reply of `public.describe_history`, which documents how `chain` is computed. */
export const historyClaims = z.object({
  document: z.object({ id: z.uuid(), title: z.string() }),
  /** The first row that the log still has. */
  from: seq,
  until: seq,
  /** Rows that clients refuse. They are in no file. */
  refused: z.array(seq),
  chain: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** A Yjs client id and the user who wrote under it; null for an account that is gone. */
  writers: z.array(z.tuple([z.int(), z.nullable(z.uuid())])),
  /** Names at the time of signing. */
  people: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type HistoryClaims = z.output<typeof historyClaims>;

/** `sign-history`: the log up to the row `until`, or all of it. */
export const signHistoryRequest = z.object({ documentId: z.uuid(), until: z.optional(seq) });

/** Null: the deployment has no key to sign with. */
export const signHistoryReply = z.object({
  signed: z.nullable(
    z.object({
      statement: z.string(),
      /** The fingerprint of the public key (RFC 7638). */
      keyId: z.string(),
      /** Milliseconds since 1970. */
      signedAt: z.number(),
      claims: historyClaims,
    }),
  ),
});

/** Version 2 has heirs. A proof of version 1 is verified and counted as before. */
export const proofFile = z.object({
  format: z.literal('history-proof'),
  version: z.union([z.literal(1), z.literal(2)]),
  statement: z.string(),
  /** Each row: seq, Yjs client id (null when unknown), milliseconds since 1970, the Yjs update in base64. */
  rows: z.array(z.tuple([seq, z.nullable(z.int()), z.int(), z.string()])),
  /** Of the rows that declared some, in their order: seq and heirs (`authorship/heir-ranges.ts`). The chain covers them. */
  heirs: z.optional(z.array(z.tuple([seq, z.string()]))),
});
export type ProofFile = z.output<typeof proofFile>;
