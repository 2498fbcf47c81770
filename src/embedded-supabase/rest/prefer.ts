/** The header `Prefer` (RFC 7240) with PostgREST's preferences. */
import { refusePreferences } from './refusals.ts';

export interface Preferences {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly missing: 'default' | 'null' | null;
  readonly representation: 'minimal' | 'representation' | 'headers-only' | null;
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  readonly handling: 'strict' | 'lenient' | null;
  readonly timezone: string | null;
  readonly maxAffected: number | null;
}

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  // Accepted, but this project's settings do not allow rollback on request.
  tx: ['commit', 'rollback'],
};

/**
 * The first of several values of one preference applies. Throws PGRST122 for an unknown one under `handling=strict`.
 */
export function parsePreferences(header: string | null): Preferences {
  const found = new Map<string, string>();
  const invalid: string[] = [];
  for (const part of (header ?? '').split(',')) {
    const text = part.trim();
    if (text === '') continue;
    const [name = '', value = ''] = text.split('=', 2).map((piece) => piece.trim());
    if (!isValid(name, value)) invalid.push(text);
    else if (!found.has(name)) found.set(name, value);
  }
  const handling = pick(found, 'handling', ['strict', 'lenient'] as const);
  if (handling === 'strict' && invalid.length > 0) throw refusePreferences(invalid);
  const maxAffected = found.get('max-affected');
  return {
    handling,
    resolution: pick(found, 'resolution', ['merge-duplicates', 'ignore-duplicates'] as const),
    missing: pick(found, 'missing', ['default', 'null'] as const),
    representation: pick(found, 'return', ['minimal', 'representation', 'headers-only'] as const),
    count: pick(found, 'count', ['exact', 'planned', 'estimated'] as const),
    timezone: found.get('timezone') ?? null,
    maxAffected: maxAffected === undefined || handling !== 'strict' ? null : Number(maxAffected),
  };
}

/** The header `Preference-Applied`, with the preferences that could have had an effect. */
export function describeApplied(applied: Partial<Preferences>): string | null {
  const pairs: readonly (readonly [string, string | number | null | undefined])[] = [
    ['resolution', applied.resolution],
    ['missing', applied.missing],
    ['return', applied.representation],
    ['count', applied.count],
    ['handling', applied.handling],
    ['timezone', applied.timezone],
    ['max-affected', applied.maxAffected],
  ];
  const set = pairs.filter(([, value]) => value !== null && value !== undefined);
  return set.length === 0 ? null : set.map(([name, value]) => `${name}=${value}`).join(', ');
}

function pick<T extends string>(
  found: ReadonlyMap<string, string>,
  name: string,
  values: readonly T[],
): T | null {
  return values.find((value) => value === found.get(name)) ?? null;
}

function isValid(name: string, value: string): boolean {
  if (name === 'timezone') return isTimezone(value);
  if (name === 'max-affected') return /^\d{1,9}$/.test(value);
  return Object.hasOwn(KNOWN, name) && (KNOWN[name]?.includes(value) ?? false);
}

function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
