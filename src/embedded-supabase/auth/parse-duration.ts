const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * Parses a duration in Go's notation (`1s`, `24h`, `1m30s`, `0.5h`), as in `config.toml` and the admin API. Returns
 * milliseconds, or null when the text is not a duration.
 */
export function parseDuration(text: string): number | null {
  if (text === '0') return 0;
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return null;
  let totalMs = 0;
  for (const [, amount = '0', unit = 's'] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    totalMs += Number(amount) * (UNIT_MS[unit] ?? 0);
  }
  return totalMs;
}
