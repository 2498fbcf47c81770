import { useEffect, useMemo, useRef, useState } from 'react';
import type { Frame } from './film.ts';
import { createTimeline, speedFor, type Moment } from './timeline.ts';

export interface Player {
  readonly moment: Moment;
  readonly isPlaying: boolean;
  readonly speed: number;
  /** Plays on, or from the start after the end; or pauses. */
  readonly toggle: () => void;
  /** Pauses after so many frames. */
  readonly seek: (count: number) => void;
  readonly setSpeed: (speed: number) => void;
}

/** The state of playing frames. With reduced motion, nothing is typed out: a change appears as a whole. */
export function usePlayer(frames: readonly Frame[]): Player {
  const timeline = useMemo(() => createTimeline(frames), [frames]);
  const [moment, setMoment] = useState<Moment>({ count: 0, typed: 0 });
  const [speed, setSpeed] = useState(() => speedFor(timeline.durationMs));
  const [isPlaying, setPlaying] = useState(false);
  const timeMs = useRef(0);
  useEffect(() => {
    if (!isPlaying) return;
    const momentAt = isMotionReduced() ? timeline.changeAt : timeline.momentAt;
    let lastMs = performance.now();
    let handle = requestAnimationFrame(function next(nowMs) {
      timeMs.current += Math.max(0, nowMs - lastMs) * speed;
      lastMs = nowMs;
      const now = momentAt(timeMs.current);
      setMoment((before) => (before.count === now.count && before.typed === now.typed ? before : now));
      if (timeMs.current < timeline.durationMs) handle = requestAnimationFrame(next);
      else setPlaying(false);
    });
    return () => cancelAnimationFrame(handle);
  }, [isPlaying, speed, timeline]);
  return {
    moment,
    isPlaying,
    speed,
    setSpeed,
    toggle: () => {
      if (!isPlaying && timeMs.current >= timeline.durationMs) timeMs.current = 0;
      setPlaying(!isPlaying);
    },
    seek: (count) => {
      setPlaying(false);
      timeMs.current = timeline.timeOf(count);
      setMoment({ count, typed: Infinity });
    },
  };
}

const isMotionReduced = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
