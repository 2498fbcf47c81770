import { useEffect } from 'react';
import type { Guide, GuideState } from '../room/company/guide.ts';
import type { Places } from '../room/company/places.ts';

const VIEW_EVERY_MS = 250;

/** Sends the scroll position of this window when it changes, while there are followers. */
export function useOwnView(guide: Guide, places: Places, isFollowed: boolean): void {
  useEffect(() => {
    if (!isFollowed) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      timer = undefined;
      const middle = document.visibilityState === 'visible' ? places.middle() : null;
      if (middle) guide.showOwn(middle);
    };
    const showSoon = (): void => void (timer ??= setTimeout(show, VIEW_EVERY_MS));
    show();
    const stop = places.subscribe(showSoon);
    addEventListener('scroll', showSoon, { passive: true });
    addEventListener('resize', showSoon);
    return () => {
      clearTimeout(timer);
      stop();
      removeEventListener('scroll', showSoon);
      removeEventListener('resize', showSoon);
    };
  }, [guide, places, isFollowed]);
}

const OWN_MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph']);

/** Moves this window with the leader's, until the user moves it. */
export function useFollowing(guide: Guide, places: Places, { leader }: GuideState): void {
  const isFollowing = leader !== null;
  useEffect(() => {
    guide.takeViews(places.showMiddle);
  }, [guide, places]);
  useEffect(() => {
    if (!isFollowing) return;
    const move = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest('[data-guide]')) return;
      if (event instanceof KeyboardEvent && MODIFIERS.has(event.key)) return;
      if (event instanceof KeyboardEvent && event.key === 'Escape') guide.leave();
      else guide.wander();
    };
    for (const kind of OWN_MOVES) addEventListener(kind, move, { capture: true, passive: true });
    return () => OWN_MOVES.forEach((kind) => removeEventListener(kind, move, { capture: true }));
  }, [guide, isFollowing]);
}
