/** Seeded random decisions. Each part of the world has separate dice, so that removing one fault changes few others. */
import { createRandom } from '../support/random.ts';

export interface Dice {
  /** In [0, 1). */
  chance(): number;
  /** True with this probability. */
  hits(probability: number): boolean;
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  bytes(length: number): Uint8Array;
}

export function createDice(seed: number, label: string): Dice {
  let mixed = seed | 0;
  for (let at = 0; at < label.length; at += 1) mixed = Math.imul(mixed ^ label.charCodeAt(at), 0x01000193);
  const chance = createRandom(mixed);
  chance();
  const whole = (low: number, high: number) => low + Math.floor(chance() * (high - low + 1));
  return {
    chance,
    hits: (probability) => probability > 0 && chance() < probability,
    between: (low, high) => low + chance() * (high - low),
    whole,
    pick: (from) => {
      const picked = from[Math.floor(chance() * from.length)];
      if (picked === undefined) throw new Error('Nothing to pick from');
      return picked;
    },
    bytes: (length) => Uint8Array.from({ length }, () => Math.floor(chance() * 256)),
  };
}
