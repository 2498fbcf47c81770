import { useEffect, useState } from 'react';
import type { Guide } from '../room/guide.ts';
import type { Places } from '../room/places.ts';

/** Where the others are, and following them. */
export interface Company {
  readonly places: Places;
  readonly guide: Guide;
}

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
