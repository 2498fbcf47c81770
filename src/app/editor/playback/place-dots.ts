import type { Frame } from './film.ts';

/** Comments that were written at one moment of a film, or soon after it. */
export interface Dot {
  /** The number of frames that were there. */
  readonly at: number;
  readonly comments: number;
}

/**
 * Places comments on the timeline by when they were written, in ms; those from before the film are left out. Dots are at least
 * `apart` of the timeline from each other, so that each can be seen and touched.
 */
export function placeDots(
  frames: readonly Pick<Frame, 'atMs'>[],
  times: readonly number[],
  apart: number,
): readonly Dot[] {
  const dots: Dot[] = [];
  let at = 0;
  for (const timeMs of times.toSorted((a, b) => a - b)) {
    while (at < frames.length && frames[at]!.atMs <= timeMs) at += 1;
    if (at === 0) continue;
    const last = dots.at(-1);
    if (last && at - last.at < Math.max(1, apart * frames.length))
      dots[dots.length - 1] = { at: last.at, comments: last.comments + 1 };
    else dots.push({ at, comments: 1 });
  }
  return dots;
}
