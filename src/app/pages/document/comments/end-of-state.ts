import type { Version } from '../../../data/versions.ts';

type Dated = Pick<Version, 'seq' | 'createdAt' | 'startedAt'>;

/**
 * Until when a state was the text, in ms: when the next version began, and at least until it was saved itself. Infinite for the
 * newest one.
 */
export function endOfState(seq: number, versions: readonly Dated[]): number {
  const next = versions.filter((version) => version.seq > seq).map(startOf);
  const own = versions.filter((version) => version.seq === seq).map(({ createdAt }) => createdAt.getTime());
  return next.length === 0 ? Infinity : Math.max(Math.min(...next), ...own);
}

const startOf = ({ startedAt, createdAt }: Dated): number => (startedAt ?? createdAt).getTime();
