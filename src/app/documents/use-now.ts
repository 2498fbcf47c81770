import { useEffect, useState } from 'react';
import { serverNow } from '../data/session.ts';

const TICK_MS = 60_000;

/** The current server time, updated every minute. */
export function useNow(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
