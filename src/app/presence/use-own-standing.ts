import { useEffect } from 'react';
import type { Standing, Standings } from '../room/company/standings.ts';

const AWAY_AFTER_MS = 3 * 60_000;
/** A look at another tab is not being away. */
const HIDDEN_AFTER_MS = 10_000;
const LOOK_EVERY_MS = 4000;
const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Informs others when the user is away: three minutes without input, or with the page hidden. */
export function useOwnStanding(
  standings: Standings,
  { unsaved, private: isPrivate }: Omit<Standing, 'away'>,
) {
  useEffect(() => {
    let inputAtMs = performance.now();
    let seenAtMs = inputAtMs;
    let isAway = false;
    const report = (away: boolean): void => {
      isAway = away;
      standings.setOwn({ away, unsaved, private: isPrivate });
    };
    const look = (): void => {
      const nowMs = performance.now();
      if (document.visibilityState === 'visible') seenAtMs = nowMs;
      report(nowMs - inputAtMs >= AWAY_AFTER_MS || nowMs - seenAtMs >= HIDDEN_AFTER_MS);
    };
    const takeInput = (): void => {
      inputAtMs = performance.now();
      if (isAway) report(false);
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    for (const kind of INPUTS) addEventListener(kind, takeInput, { capture: true, passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      for (const kind of INPUTS) removeEventListener(kind, takeInput, { capture: true });
      document.removeEventListener('visibilitychange', look);
    };
  }, [standings, unsaved, isPrivate]);
}
