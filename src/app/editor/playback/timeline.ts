/**
 * Times at which the frames of a film are shown. The pace is that of a reader, whatever that of the writers was: a change
 * elsewhere in the text, or of another person, is preceded by a moment to find it; what was typed appears letter by letter.
 */
import type { Frame } from './film.ts';

/** To see where the text changes, and the name of the writer. */
const CHANGE_MS = 700;
const LETTER_MS = 50;
/** More is typed faster. */
const LONGEST_TYPING_MS = 6000;
const SHORTEST_FRAME_MS = 60;
/** A longer film is faster as a whole. */
const LONGEST_FILM_MS = 16 * 60_000;

/** After `count` frames; of the newest one, `typed` characters are there. */
export interface Moment {
  readonly count: number;
  readonly typed: number;
}

export interface Timeline {
  readonly durationMs: number;
  readonly momentAt: (ms: number) => Moment;
  /** The same without typing: a change is there as a whole. */
  readonly changeAt: (ms: number) => Moment;
  /** The time at which `count` frames have been shown to their end. */
  readonly timeOf: (count: number) => number;
}

/** After a longer pause a person begins another change. */
const LONGEST_PAUSE_MS = 60_000;

/** Whether a frame goes on where the one before it ended, so that both are one change to a reader. */
function goesOn(frame: Frame, before: Frame | undefined): boolean {
  if (before?.client !== frame.client || frame.atMs - before.atMs > LONGEST_PAUSE_MS) return false;
  const touches = frame.from <= before.from + before.typed && frame.from + frame.gone >= before.from;
  const isAtEnd = before.rest === 0 && frame.rest === 0 && frame.at === before.place;
  const isNextBlock = before.rest === 0 && frame.removed === 0 && frame.at === before.place + 1;
  return (frame.at === before.at && touches) || isAtEnd || isNextBlock;
}

/** The number of frames before the change that the newest of `count` frames belongs to. */
export function changeStart(frames: readonly Frame[], count: number): number {
  let start = Math.max(0, count - 1);
  while (start > 0 && goesOn(frames[start]!, frames[start - 1])) start -= 1;
  return start;
}

export function createTimeline(frames: readonly Frame[]): Timeline {
  const paces = frames.map((frame, at) => paceOf(frame, frames[at - 1]));
  const wholeMs = paces.reduce((sum, { leadMs, typingMs }) => sum + leadMs + typingMs, 0);
  const scale = Math.min(1, LONGEST_FILM_MS / Math.max(wholeMs, 1));
  let passedMs = 0;
  const times = paces.map(({ leadMs, typingMs }) => {
    const typingAtMs = passedMs + leadMs * scale;
    passedMs = typingAtMs + typingMs * scale;
    return { typingAtMs, endMs: passedMs };
  });
  const indexAt = (ms: number): number => {
    let [low, high] = [0, times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle]!.endMs <= ms) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const momentAt = (ms: number): Moment => {
    const at = indexAt(ms);
    const [frame, time] = [frames[at], times[at]];
    if (!frame || !time) return { count: frames.length, typed: Infinity };
    const part = Math.max(0, ms - time.typingAtMs) / (time.endMs - time.typingAtMs);
    return { count: at + 1, typed: Math.floor(part * frame.typed) };
  };
  return {
    durationMs: passedMs,
    momentAt,
    changeAt: (ms) => {
      let { count } = momentAt(ms);
      while (count < frames.length && paces[count]!.leadMs === 0) count += 1;
      return { count, typed: Infinity };
    },
    timeOf: (count) => times[count - 1]?.endMs ?? 0,
  };
}

interface Pace {
  readonly leadMs: number;
  readonly typingMs: number;
}

function paceOf(frame: Frame, before: Frame | undefined): Pace {
  const typingMs = Math.min(Math.max(frame.typed * LETTER_MS, SHORTEST_FRAME_MS), LONGEST_TYPING_MS);
  return { leadMs: goesOn(frame, before) ? 0 : CHANGE_MS, typingMs };
}

export const SPEEDS = [1, 4, 16, 64] as const;
/** A film begins at the slowest speed at which it takes no longer. */
const PLEASANT_MS = 60_000;

export const speedFor = (durationMs: number): number =>
  SPEEDS.find((speed) => durationMs / speed <= PLEASANT_MS) ?? SPEEDS[SPEEDS.length - 1]!;
