/** Paging: the header `Range`, and the resulting `Content-Range` and status. */
import type { ParsedQuery } from './query-ast.ts';
import { refuseRange } from './refusals.ts';

/** Narrows the root's window by `Range: 10-19`, which counts rows and applies to GET only. */
export function applyRangeHeader(query: ParsedQuery, header: string | null): ParsedQuery {
  const found = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (found === null) return query;
  const first = Number(found[1]);
  const last = found[2] === '' || found[2] === undefined ? null : Number(found[2]);
  if (last !== null && last < first) {
    throw refuseRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  const own = query.windows.find(({ path }) => path.length === 0)?.value ?? { limit: null, offset: 0 };
  const offset = Math.max(first, own.offset);
  const ends = [last === null ? null : last + 1, own.limit === null ? null : own.offset + own.limit];
  const end = ends.reduce(
    (one, other) => (one === null || other === null ? (one ?? other) : Math.min(one, other)),
    null,
  );
  const value = { offset, limit: end === null ? null : Math.max(0, end - offset) };
  return { ...query, windows: [...query.windows.filter(({ path }) => path.length > 0), { path: [], value }] };
}

export interface RangeReply {
  readonly status: number;
  readonly contentRange: string;
}

/** @param total null when no count was requested. Throws PGRST103 for an offset beyond the end. */
export function describeRange(offset: number, rows: number, total: number | null): RangeReply {
  if (total !== null && offset > total) {
    throw refuseRange(`An offset of ${offset} was requested, but there are only ${total} rows.`);
  }
  const isPartial = total !== null && rows < total;
  const range = rows === 0 || total === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  return { status: isPartial ? 206 : 200, contentRange: `${range}/${total ?? '*'}` };
}
