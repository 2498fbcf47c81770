/** The key that the deployment signs histories with: ES256 (RFC 7518), kept by the functions alone. */
import { calculateJwkThumbprint, importJWK, SignJWT, type JWK } from 'jose';
import { z } from 'zod';
import { STATEMENT_ALGORITHM, STATEMENT_TYPE, type HistoryClaims } from '../contract/proof/proof-file.ts';
import type { Env } from './env.ts';

/** A private key on the curve P-256 (RFC 7518, 6.2). */
const privateKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

export interface HistoryKey {
  readonly id: string;
  readonly publicKey: JWK;
  readonly sign: (claims: HistoryClaims, at: Date) => Promise<string>;
}

/** Null: no key is set. */
export async function readHistoryKey({ historyKey }: Env): Promise<HistoryKey | null> {
  if (historyKey === null) return null;
  const { d, ...known } = privateKey.parse(JSON.parse(historyKey));
  // RFC 7638: the id follows from the key, so nobody has to choose one.
  const id = await calculateJwkThumbprint(known);
  const key = await importJWK({ ...known, d }, STATEMENT_ALGORITHM);
  return {
    id,
    publicKey: { ...known, kid: id, alg: STATEMENT_ALGORITHM, use: 'sig' },
    sign: (claims, at) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: STATEMENT_ALGORITHM, kid: id, typ: STATEMENT_TYPE })
        .setIssuedAt(at)
        .sign(key),
  };
}
