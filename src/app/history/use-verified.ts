import { useEffect, useState } from 'react';
import type { Trust } from '#contract/proof/verify-with-trust.ts';
import { verifyFile, type Verified } from '../data/verify-file.ts';

interface Done {
  readonly file: File;
  readonly trust: string;
  readonly verified: Verified;
  readonly atMs: number;
}

export type Checked = Pick<Done, 'verified' | 'atMs'>;

/** Verifies a file against what is trusted, again when either changes. Null without both. */
export function useVerified(file: File | null, trust: Trust | null): Checked | 'checking' | null {
  const [done, setDone] = useState<Done | null>(null);
  const wanted = trust && JSON.stringify(trust);
  useEffect(() => {
    if (file === null || wanted === null) return;
    const control = new AbortController();
    verifyFile({ file, trust: JSON.parse(wanted) as Trust }, control.signal).then(
      (verified) => setDone({ file, trust: wanted, verified, atMs: Date.now() }),
      (error: unknown) => {
        if (!control.signal.aborted) throw error;
      },
    );
    return () => control.abort();
  }, [file, wanted]);
  if (file === null || wanted === null) return null;
  return done?.file === file && done.trust === wanted ? done : 'checking';
}
