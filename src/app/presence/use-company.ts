import { useEffect, useState } from 'react';
import type { Company } from '../room/company/company.ts';

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

const LOOK_AGAIN_MS = 1000;

/** Renders again whenever people move, or do something else. */
export function useMoving(load: LoadCompany): Company | null {
  const company = useCompany(load);
  const [, setMoves] = useState(0);
  useEffect(() => {
    const again = (): void => setMoves((count) => count + 1);
    // No event follows when somebody stops typing.
    const timer = setInterval(again, LOOK_AGAIN_MS);
    const stops = [company?.places.subscribe(again), company?.standings.subscribe(again)];
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop?.();
    };
  }, [company]);
  return company;
}
