/** The 50th and 95th percentiles. */
export interface Latency {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export function summarize(latencies: readonly number[]): Latency {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50Ms: at(0.5), p95Ms: at(0.95) };
}
