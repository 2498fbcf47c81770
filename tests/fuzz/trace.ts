/** A digest of a run in two numbers: equal for equal runs, and almost certainly different for others. */
import { crc32 } from 'node:zlib';

export interface Trace {
  /** Records the time of a callback. */
  happen(atMs: number): void;
  /** Records sent bytes. */
  carry(bytes: Uint8Array): void;
  /** Hexadecimal. */
  digest(): string;
}

const BLOCK = 1024;

export function createTrace(): Trace {
  const moments = new Float64Array(BLOCK);
  let filled = 0;
  let time = 0;
  let content = 0;
  return {
    happen: (atMs) => {
      moments[filled] = atMs;
      filled += 1;
      if (filled < BLOCK) return;
      time = crc32(moments, time);
      filled = 0;
    },
    carry: (bytes) => {
      content = crc32(bytes, content);
    },
    digest: () => {
      const numbers = [crc32(moments.subarray(0, filled), time), content];
      return numbers.map((number) => number.toString(16).padStart(8, '0')).join('');
    },
  };
}
