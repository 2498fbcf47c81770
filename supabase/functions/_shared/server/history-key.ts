/** The key that the deployment signs histories with: ES256 (RFC 7518), kept by the functions alone. */
import { calculateJwkThumbprint, importJWK, SignJWT, type JWK } from 'jose';
import { z } from 'zod';
import { STATEMENT_ALGORITHM, STATEMENT_TYPE, type AnyHistoryClaims } from '../contract/proof/proof-file.ts';
import { publicKey } from '../contract/proof/proof-keys.ts';
import type { Env } from './env.ts';

const privateKey = z.looseObject({ d: z.string() });
const formerKeys = z.array(z.unknown());

export interface HistoryKey {
  readonly id: string;
  readonly from: string | undefined;
  readonly sign: (claims: AnyHistoryClaims, at: Date) => Promise<string>;
}

/** Null: no key is set. */
export async function readHistoryKey({ historyKey }: Env): Promise<HistoryKey | null> {
  if (historyKey === null) return null;
  const content: unknown = JSON.parse(historyKey);
  const { from, until: _, ...jwk } = z.parse(publicKey, content);
  // RFC 7638: the id follows from the key, so nobody has to choose one.
  const id = await calculateJwkThumbprint(jwk);
  const key = await importJWK({ ...jwk, d: privateKey.parse(content).d }, STATEMENT_ALGORITHM);
  return {
    id,
    from,
    sign: (claims, at) =>
      new SignJWT({ ...claims })
        // With its key, a statement can be verified by a fingerprint alone.
        .setProtectedHeader({ alg: STATEMENT_ALGORITHM, kid: id, typ: STATEMENT_TYPE, jwk })
        .setIssuedAt(at)
        .sign(key),
  };
}

/** The public half of the key, and of those before: the newest first, each with the time in which it signed. */
export async function listHistoryKeys({ historyKey, formerHistoryKeys }: Env): Promise<JWK[]> {
  const former = formerHistoryKeys === null ? [] : formerKeys.parse(JSON.parse(formerHistoryKeys));
  const all = [...(historyKey === null ? [] : [JSON.parse(historyKey) as unknown]), ...former];
  return Promise.all(
    all.map(async (one) => {
      const { from, until, ...jwk } = z.parse(publicKey, one);
      return {
        ...jwk,
        kid: await calculateJwkThumbprint(jwk),
        alg: STATEMENT_ALGORITHM,
        use: 'sig',
        ...(from === undefined ? {} : { from }),
        ...(until === undefined ? {} : { until }),
      };
    }),
  );
}
