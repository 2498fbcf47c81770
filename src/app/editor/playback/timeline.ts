/** Times at which the frames of a film are shown: as they were written, but no pause exceeds `MAX_PAUSE_MS`. */
const MAX_PAUSE_MS = 2000;

export interface Timeline {
  readonly durationMs: number;
  /** Number of frames that have been shown at this time of the film. */
  countAt(ms: number): number;
  /** The time of the film at which `count` frames have been shown. */
  timeOf(count: number): number;
}

export function createTimeline(frames: readonly { readonly atMs: number }[]): Timeline {
  let passedMs = 0;
  const times = frames.map(({ atMs }, at) => {
    const pauseMs = atMs - (frames[at - 1]?.atMs ?? atMs);
    // Rows of two sessions may be logged in another order than they were written.
    passedMs += Math.min(Math.max(pauseMs, 0), MAX_PAUSE_MS);
    return passedMs;
  });
  return {
    durationMs: passedMs,
    countAt: (ms) => {
      let [low, high] = [0, times.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (times[middle]! <= ms) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    timeOf: (count) => times[count - 1] ?? 0,
  };
}
