/**
 * Parses a whole query string (PostgREST, "Tables and Views" and "Resource Embedding"). Names are not looked up here;
 * `plan-read.ts` checks whether they exist.
 */
import { parseJsonPath } from './parse-field.ts';
import { looksLikeFilter, parseFilterValue, parseLogic } from './parse-filter.ts';
import { parseOrder } from './parse-order.ts';
import { parseSelect } from './parse-select.ts';
import type { At, Condition, Field, OrderTerm, ParsedQuery, Window } from './query-ast.ts';
import { refuseParse, refuseRange } from './refusals.ts';
import { Scanner, scanName } from './scanner.ts';

const RESERVED = new Set(['select', 'columns', 'on_conflict']);
const RESERVED_LAST = new Set(['order', 'limit', 'offset', 'and', 'or']);

/** @param isCall an rpc by GET, whose parameters are arguments unless they parse as filters. */
export function parseQuery(parameters: URLSearchParams, isCall: boolean): ParsedQuery {
  const entries = [...parameters];
  const conditions: At<Condition>[] = [];
  const order: At<readonly OrderTerm[]>[] = [];
  const windows = new Map<string, At<Window>>();
  const args: (readonly [string, string])[] = [];

  for (const [key, value] of entries) {
    if (key.includes('\0') || value.includes('\0')) throw refuseParse('query string', 1, 'unexpected NUL');
    if (RESERVED.has(key)) continue;
    const last = key.slice(key.lastIndexOf('.') + 1);
    if (!RESERVED_LAST.has(last)) {
      if (isCall && !key.includes('.') && !looksLikeFilter(value)) args.push([key, value]);
      else conditions.push(parseFilter(key, value));
    } else if (last === 'and' || last === 'or') {
      conditions.push(parseLogicParameter(key, last, value));
    } else if (last === 'order') {
      order.push({ path: parsePath(key).slice(0, -1), value: value === '' ? [] : parseOrder(value) });
    } else {
      addWindow(windows, key, last, value);
    }
  }
  return {
    select: parseSelect(parameters.get('select') ?? '*'),
    conditions,
    order,
    windows: [...windows.values()],
    columns: parseNames(parameters.get('columns'), 'columns parameter'),
    onConflict: parseNames(parameters.get('on_conflict'), 'on_conflict parameter'),
    args,
  };
}

function parseFilter(key: string, value: string): At<Condition> {
  const { path, field } = parseTreePath(key);
  return { path, value: { kind: 'filter', field, ...parseFilterValue(value) } };
}

function parseTreePath(key: string): { path: readonly string[]; field: Field } {
  const scanner = new Scanner(key, 'tree path');
  const names = scanPath(scanner);
  const field = { name: names.at(-1) ?? '', path: parseJsonPath(scanner) };
  scanner.expectEnd();
  return { path: names.slice(0, -1), field };
}

function parsePath(key: string): readonly string[] {
  const scanner = new Scanner(key, 'tree path');
  const names = scanPath(scanner);
  scanner.expectEnd();
  return names;
}

function scanPath(scanner: Scanner): readonly string[] {
  const names = [];
  do names.push(scanName(scanner));
  while (scanner.take('.'));
  return names;
}

/** `or`, `not.and`, `clients.or`, `clients.not.and`. */
function parseLogicParameter(key: string, operator: 'and' | 'or', value: string): At<Condition> {
  const names = parsePath(key).slice(0, -1);
  const negated = names.includes('not');
  return { path: names.filter((name) => name !== 'not'), value: parseLogic(operator, negated, value) };
}

function addWindow(windows: Map<string, At<Window>>, key: string, last: string, value: string): void {
  const path = parsePath(key).slice(0, -1);
  const number = /^-?\d{1,15}$/.test(value) ? Number(value) : null;
  const known = windows.get(path.join('\0'))?.value ?? { limit: null, offset: 0 };
  if (last === 'limit' && number !== null && number < 0) {
    throw refuseRange('Limit should be greater than or equal to zero.');
  }
  const window =
    last === 'limit' ? { ...known, limit: number } : { ...known, offset: Math.max(0, number ?? 0) };
  windows.set(path.join('\0'), { path, value: window });
}

function parseNames(text: string | null, what: string): readonly string[] | null {
  if (text === null || text === '') return null;
  const scanner = new Scanner(text, what);
  const names = new Set<string>();
  do {
    scanner.skipBlanks();
    names.add(scanName(scanner));
    scanner.skipBlanks();
  } while (scanner.take(','));
  scanner.expectEnd();
  return [...names];
}
