/** Which row is highlighted. Pure. */
import type { Row } from './rows.ts';

/** The row that stays highlighted when the rows change: the same one wherever it went, else the first. */
export const keepActive = (rows: readonly Row[], activeId: string | null): Row | null =>
  rows.find(({ id }) => id === activeId) ?? rows[0] ?? null;

/** The row to which a key moves the highlight; null for other keys. The arrows go around. */
export function moveActive(rows: readonly Row[], activeId: string | null, key: string): Row | null {
  const at = rows.findIndex(({ id }) => id === activeId);
  if (key === 'Home') return rows[0] ?? null;
  if (key === 'End') return rows.at(-1) ?? null;
  if (key === 'ArrowDown') return rows[(at + 1) % rows.length] ?? null;
  if (key === 'ArrowUp') return rows.at(at <= 0 ? -1 : at - 1) ?? null;
  return null;
}
