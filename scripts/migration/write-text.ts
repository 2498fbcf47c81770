/** The text and the name of a migration. Pure. */
import type { Change } from './change.ts';

/** SQL that PostgreSQL checks only at the end, because functions may refer to each other. */
const HEAD = `-- Written by npm run migration, from supabase/schemas.
set local check_function_bodies = off;`;

export function writeText(changes: readonly Change[]): string {
  const statements = changes.map(({ sql, byHand }) => {
    const reason = byHand === null ? '' : `-- BY HAND: ${byHand}.\n`;
    return `${reason}${sql.replace(/;?\s*$/, '')};`;
  });
  return `${[HEAD, ...statements].join('\n\n')}\n`;
}

/** Null if the words cannot be the name of a migration. It comes after the last one, even where a clock is slow. */
export function nameMigration(words: string, now: Date, last: string | undefined): string | null {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(words)) return null;
  const time = Number(now.toISOString().replaceAll(/\D/g, '').slice(0, 14));
  return `${Math.max(time, Number(last ?? 0) + 1)}_${words}.sql`;
}
