import { useEffect, useState } from 'react';
import type { Company } from '../room/company.ts';

/** Null while the text is not shown. */
export type LoadCompany = (() => Promise<Company>) | null;

/** Null until loaded. */
export function useCompany(load: LoadCompany): Company | null {
  const [company, setCompany] = useState<Company | null>(null);
  useEffect(() => {
    let isGone = false;
    void load?.().then((loaded) => (isGone ? undefined : setCompany(loaded)));
    return () => {
      isGone = true;
    };
  }, [load]);
  return load === null ? null : company;
}
