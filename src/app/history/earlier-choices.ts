import type { Version } from '../data/versions.ts';
import { joinRestores } from './join-restores.ts';

/** A version that a comparison or a playback can begin with. */
export interface Choice {
  readonly version: Version;
  /** Another choice is of the same minute, so that its time needs the seconds. */
  readonly needsSeconds: boolean;
}

export interface Choices {
  readonly named: readonly Choice[];
  readonly automatic: readonly Choice[];
}

/**
 * The versions before the row `until`, newest first. A backup that a restore made stands for the row below it, as in the list,
 * and is left out unless it is the chosen one.
 */
export function earlierChoices(
  versions: readonly Version[],
  until: number,
  chosenId: string | null,
): Choices {
  const listed = new Set(joinRestores(versions).versions.map(({ id }) => id));
  const shown = versions
    .filter(({ id, seq }) => id === chosenId || (seq < until && listed.has(id)))
    .toSorted((a, b) => b.seq - a.seq || b.createdAt.getTime() - a.createdAt.getTime());
  const minutes = shown.map(({ createdAt }) => minuteOf(createdAt));
  const choices = shown.map((version) => {
    const minute = minuteOf(version.createdAt);
    const needsSeconds = minutes.indexOf(minute) !== minutes.lastIndexOf(minute);
    return { version, needsSeconds };
  });
  const isNamed = ({ version: { name, kind } }: Choice): boolean => name !== null || kind === 'named';
  return { named: choices.filter(isNamed), automatic: choices.filter((choice) => !isNamed(choice)) };
}

const minuteOf = (date: Date): number => Math.floor(date.getTime() / 60_000);
