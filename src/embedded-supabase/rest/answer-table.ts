/** Reads and changes of tables and views. */
import {
  buildDelete,
  buildInsert,
  buildReturning,
  buildUpdate,
  type Conflict,
  type MutationContext,
} from './build-mutation.ts';
import { buildCount, buildRead } from './build-read.ts';
import { buildStatement, type StatementRow } from './build-statement.ts';
import type { Backend, CallerRequest } from './caller-request.ts';
import { findTable, type Table } from './catalogue.ts';
import { type Format, negotiate } from './negotiate.ts';
import { Parameters } from './parameters.ts';
import { planRead, type ReadNode, rootOf, sourceOf } from './plan-read.ts';
import { describeApplied } from './prefer.ts';
import type { Condition } from './query-ast.ts';
import type { JsonPayload } from './read-body.ts';
import {
  refuseBody,
  refuseMaxAffected,
  refuseMethod,
  refusePutFilters,
  refusePutKey,
  refuseSingular,
} from './refusals.ts';
import { makeReply } from './reply.ts';
import { applyRangeHeader, describeRange } from './row-range.ts';
import { runStatement } from './run-statement.ts';

export async function answerTable(request: CallerRequest, name: string, backend: Backend): Promise<Response> {
  const table = findTable(backend.catalogue, request.schema, name);
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return await answerRead(request, table, backend);
    case 'POST':
      return await answerMutation(request, table, backend, { kind: 'insert', ...insertOf(request, table) });
    case 'PATCH':
      return await answerMutation(request, table, backend, { kind: 'update', payload: payloadOf(request) });
    case 'PUT':
      return await answerMutation(request, table, backend, putOf(request, table));
    case 'DELETE':
      return await answerMutation(request, table, backend, { kind: 'delete' });
    case 'OPTIONS': {
      const writes = table.primaryKey.length > 0 ? 'POST,PUT,PATCH,DELETE' : 'POST,PATCH,DELETE';
      return new Response(null, { status: 200, headers: { allow: `OPTIONS,GET,HEAD,${writes}` } });
    }
    default:
      throw refuseMethod(request.method);
  }
}

async function answerRead(request: CallerRequest, table: Table, backend: Backend): Promise<Response> {
  const { preferences, method } = request;
  const format = negotiate(request.accept, null);
  const query = method === 'GET' ? applyRangeHeader(request.query, request.range) : request.query;
  const node = planRead(backend.catalogue, rootOf(table), query, backend);
  const parameters = new Parameters();
  const context = { catalogue: backend.catalogue, parameters };
  const rows = buildRead(node, context);
  const count = preferences.count === null ? null : buildCount(node, context);
  const parts = { source: null, rows, format, returns: null, count, keyColumns: [] };
  const text = buildStatement(parts, parameters);
  const row = await backend.run(true, async (tx) => {
    const found = await runStatement(tx, { text, values: parameters.values });
    if (format.kind === 'object' && found.rows !== 1) throw refuseSingular(found.rows);
    return found;
  });
  const range = describeRange(node.window.offset, row.rows, row.total);
  const applied = describeApplied({
    count: preferences.count,
    handling: preferences.handling,
    timezone: preferences.timezone,
  });
  const headers = {
    'content-type': format.contentType,
    'content-range': range.contentRange,
    'content-location': `/${encodeURIComponent(table.name)}${request.search === '' ? '' : `?${request.search}`}`,
    'content-profile': request.schema,
    'preference-applied': applied,
  };
  return makeReply({ status: range.status, headers, body: method === 'HEAD' ? null : row.body }, row);
}

type Mutation =
  | { readonly kind: 'insert'; readonly payload: JsonPayload; readonly conflict: Conflict | null }
  | {
      readonly kind: 'put';
      readonly payload: JsonPayload;
      readonly conflict: Conflict;
      readonly keys: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'update'; readonly payload: JsonPayload }
  | { readonly kind: 'delete' };

function payloadOf(request: CallerRequest): JsonPayload {
  if (request.payload?.kind !== 'json') throw refuseBody('Empty or invalid json');
  return request.payload;
}

function insertOf(request: CallerRequest, table: Table): { payload: JsonPayload; conflict: Conflict | null } {
  const { resolution } = request.preferences;
  const columns = request.query.onConflict ?? table.primaryKey;
  return {
    payload: payloadOf(request),
    conflict: resolution === null || columns.length === 0 ? null : { resolution, columns },
  };
}

/** A PUT identifies one row by its whole primary key and contains that row. */
function putOf(request: CallerRequest, table: Table): Mutation {
  const payload = payloadOf(request);
  const keys = new Map<string, string>();
  for (const { path, value } of request.query.conditions) {
    const isKey =
      value.kind === 'filter' && path.length === 0 && !value.negated && value.field.path.length === 0;
    if (!isKey || value.operation.kind !== 'simple' || value.operation.operator !== 'eq')
      throw refusePutFilters();
    keys.set(value.field.name, value.operation.value);
  }
  const { primaryKey } = table;
  if (
    primaryKey.length === 0 ||
    keys.size !== primaryKey.length ||
    !primaryKey.every((name) => keys.has(name))
  ) {
    throw refusePutFilters();
  }
  if (payload.rows !== 1 || !primaryKey.every((name) => String(payload.first[name]) === keys.get(name))) {
    throw refusePutKey();
  }
  return { kind: 'put', payload, keys, conflict: { resolution: 'merge-duplicates', columns: primaryKey } };
}

async function answerMutation(
  request: CallerRequest,
  table: Table,
  backend: Backend,
  mutation: Mutation,
): Promise<Response> {
  const { preferences } = request;
  const { representation } = preferences;
  const format = negotiate(request.accept, null);
  const root = sourceOf(table.name, table.columns, table);
  const node = planRead(backend.catalogue, root, request.query, { ...backend, isMutation: true });
  const parameters = new Parameters();
  const isFull = representation === 'representation';
  const keyColumns = representation === 'headers-only' && mutation.kind === 'insert' ? table.primaryKey : [];
  const returning = isFull ? buildReturning(table, node, false) : keysOrNothing(keyColumns, table, node);
  const source = buildMutation({ table, parameters, returning }, mutation, request);
  const rows = isFull ? buildRead(node, { catalogue: backend.catalogue, parameters }) : null;
  const text = buildStatement({ source, rows, format, returns: null, count: null, keyColumns }, parameters);
  const row = await backend.run(false, async (tx) => {
    const row = await runStatement(tx, { text, values: parameters.values });
    const { maxAffected } = preferences;
    const isCapped = mutation.kind === 'update' || mutation.kind === 'delete';
    if (isCapped && maxAffected !== null && row.rows > maxAffected) throw refuseMaxAffected(row.rows);
    if (format.kind === 'object' && isFull && row.rows !== 1) throw refuseSingular(row.rows);
    return row;
  });
  return replyToMutation(request, table, mutation, format, row);
}

function keysOrNothing(keyColumns: readonly string[], table: Table, node: ReadNode): string {
  return keyColumns.length === 0
    ? '1'
    : buildReturning(table, { ...node, select: [], children: [], order: [] }, true);
}

function buildMutation(context: MutationContext, mutation: Mutation, request: CallerRequest): string {
  const fillDefaults = request.preferences.missing === 'default';
  const conditions: Condition[] = request.query.conditions
    .filter(({ path }) => path.length === 0)
    .map(({ value }) => value);
  switch (mutation.kind) {
    case 'insert':
      return buildInsert(context, mutation.payload, mutation.conflict, fillDefaults);
    case 'put':
      return buildInsert(context, mutation.payload, mutation.conflict, false);
    case 'update':
      return buildUpdate(context, mutation.payload, conditions, fillDefaults);
    case 'delete':
      return buildDelete(context, conditions);
  }
}

function replyToMutation(
  request: CallerRequest,
  table: Table,
  mutation: Mutation,
  format: Format,
  row: StatementRow,
): Response {
  const { preferences } = request;
  const isFull = preferences.representation === 'representation';
  const total = preferences.count === null ? '*' : String(row.rows);
  const range = mutation.kind === 'update' && row.rows > 0 ? `0-${row.rows - 1}` : '*';
  const key =
    row.key?.map(([name, value]): [string, string] => [name, value === null ? 'is.null' : `eq.${value}`]) ??
    null;
  const headers = {
    'content-type': isFull ? format.contentType : null,
    'content-range': mutation.kind === 'put' ? null : `${range}/${total}`,
    'content-profile': isFull ? request.schema : null,
    location:
      key === null ? null : `/${encodeURIComponent(table.name)}?${new URLSearchParams(key).toString()}`,
    'preference-applied': describeApplied(appliedTo(request, mutation)),
  };
  return makeReply(
    { status: statusOf(request, mutation, row), headers, body: isFull ? row.body : null },
    row,
  );
}

function appliedTo(
  { preferences }: CallerRequest,
  mutation: Mutation,
): Partial<CallerRequest['preferences']> {
  const { representation, count, handling, timezone } = preferences;
  const always = { representation, count, handling, timezone };
  switch (mutation.kind) {
    case 'insert': {
      const resolution = mutation.conflict === null ? null : preferences.resolution;
      return { ...always, resolution, missing: preferences.missing };
    }
    case 'update':
      return { ...always, missing: preferences.missing, maxAffected: preferences.maxAffected };
    case 'delete':
      return { ...always, maxAffected: preferences.maxAffected };
    case 'put':
      return always;
  }
}

function statusOf({ preferences }: CallerRequest, mutation: Mutation, row: StatementRow): number {
  const inserted = row.rows - Number(row.updated ?? 0);
  switch (mutation.kind) {
    case 'insert':
      return preferences.resolution === 'merge-duplicates' && inserted <= 0 ? 200 : 201;
    case 'put':
      if (preferences.representation !== 'representation') return 204;
      return inserted > 0 ? 201 : 200;
    default:
      return preferences.representation === 'representation' ? 200 : 204;
  }
}
