/** Reads a request's body as PostgREST does: JSON, CSV or a form becomes JSON; other types stay bytes. */
import { refuseBody, refuseMediaType } from './refusals.ts';

/** Objects of one shape, kept as the original text, so that PostgreSQL parses the numbers itself. */
export interface JsonPayload {
  readonly kind: 'json';
  readonly text: string;
  readonly isArray: boolean;
  /** Number of objects. */
  readonly rows: number;
  readonly keys: readonly string[];
  readonly first: Readonly<Record<string, unknown>>;
}

interface RawPayload {
  readonly kind: 'raw';
  readonly type: 'text/plain' | 'text/xml' | 'application/octet-stream';
  readonly bytes: Uint8Array;
}

/** JSON that is neither an object nor a list of objects: valid for a function with a single unnamed parameter. */
interface JsonValuePayload {
  readonly kind: 'value';
  readonly text: string;
}

export type Payload = JsonPayload | JsonValuePayload | RawPayload;

const RAW = ['text/plain', 'text/xml', 'application/octet-stream'] as const;

/** @param columns of the `columns` parameter, which override the objects' own keys. */
export async function readBody(request: Request, columns: readonly string[] | null): Promise<Payload> {
  const type = (request.headers.get('content-type') ?? 'application/json')
    .split(';', 1)[0]
    ?.trim()
    .toLowerCase();
  const bytes = new Uint8Array(await request.arrayBuffer());
  const raw = RAW.find((candidate) => candidate === type);
  if (raw !== undefined) return { kind: 'raw', type: raw, bytes };
  const text = decodeText(bytes);
  if (type === 'text/csv') return readJson(JSON.stringify(parseCsv(text)), columns);
  if (type === 'application/x-www-form-urlencoded') {
    return readJson(JSON.stringify(Object.fromEntries(new URLSearchParams(text))), columns);
  }
  const isJson = type === '' || type === 'application/json' || type?.startsWith('application/vnd.pgrst.');
  if (!isJson) throw refuseMediaType([type ?? '']);
  return readJson(text, columns);
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw refuseBody('Invalid UTF-8 in the request body');
    throw error;
  }
}

function readJson(text: string, columns: readonly string[] | null): JsonPayload | JsonValuePayload {
  const filled = text.trim() === '' ? '{}' : text;
  const value = parseJson(filled);
  const isArray = Array.isArray(value);
  const items: unknown[] = isArray ? value : [value];
  if (!items.every(isObject)) return { kind: 'value', text: filled };
  const first = items[0] ?? {};
  const keys = Object.keys(first);
  if (columns === null && items.some((item) => !hasKeys(item, keys))) {
    throw refuseBody('All object keys must match');
  }
  return { kind: 'json', text: filled, isArray, rows: items.length, keys: columns ?? keys, first };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw refuseBody('Empty or invalid json');
    throw error;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasKeys(item: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  const own = Object.keys(item);
  return own.length === keys.length && keys.every((key) => Object.hasOwn(item, key));
}

/** RFC 4180; a cell that reads NULL is null. */
function parseCsv(text: string): Record<string, string | null>[] {
  const [header, ...rows] = splitCsv(text);
  if (header === undefined) return [];
  return rows.map((row) => {
    if (row.length !== header.length) throw refuseBody('All lines must have same number of fields');
    return Object.fromEntries(
      header.map((name, index) => [name, row[index] === 'NULL' ? null : (row[index] ?? null)]),
    );
  });
}

function splitCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (found === null) throw refuseBody('Invalid CSV');
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === ',') {
      if (cell.lastIndex === text.length) row.push('');
      else continue;
    }
    rows.push(row);
    row = [];
  }
  return rows;
}
