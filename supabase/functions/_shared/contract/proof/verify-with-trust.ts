/** Verifies a proof with keys that somebody else vouches for, never with the one in the file alone. */
import { namedKey, type ProofKey } from './proof-keys.ts';
import { proofFile } from './proof-file.ts';
import { verifyProof, type Forged, type Genuine } from './verify-proof.ts';

/** `none`: nothing says whose the key in the file is. */
export type Trust =
  | { readonly kind: 'server'; readonly keys: readonly ProofKey[] }
  | { readonly kind: 'file'; readonly keys: readonly ProofKey[] }
  | { readonly kind: 'fingerprint'; readonly fingerprint: string; readonly keys: readonly ProofKey[] }
  | { readonly kind: 'none' };

/** A genuine proof without its rows, which take too much memory to hand over. */
export type Trusted =
  | (Omit<Genuine, 'rows'> & {
      readonly hasLog: boolean;
      readonly isKeyKnown: boolean;
    })
  | Forged
  /** The file has no key that could be compared with a fingerprint. */
  | { readonly ok: false; readonly reason: 'no_key' };

export async function verifyWithTrust(content: unknown, trust: Trust): Promise<Trusted> {
  const keys = await keysFor(content, trust);
  if (keys === null) return { ok: false, reason: 'no_key' };
  const verdict = await verifyProof(content, keys);
  if (!verdict.ok) return verdict;
  const { rows, ...rest } = verdict;
  return { ...rest, hasLog: rows !== null, isKeyKnown: trust.kind !== 'none' };
}

/** Null where a key of the file is needed, and the file has none. */
async function keysFor(content: unknown, trust: Trust): Promise<readonly ProofKey[] | null> {
  if (trust.kind === 'server' || trust.kind === 'file') return trust.keys;
  const file = proofFile.safeParse(content);
  // Refused later, with a better reason.
  if (!file.success) return [];
  const inFile = (await namedKey(file.data.statement))?.key ?? null;
  if (trust.kind === 'none') return inFile && [inFile];
  const wanted = trust.fingerprint.replaceAll(/\s/g, '');
  const known = trust.keys.filter(({ id }) => id === wanted);
  if (known.length > 0) return known;
  return inFile && (inFile.id === wanted ? [inFile] : []);
}
