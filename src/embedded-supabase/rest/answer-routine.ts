/** Calls of functions: `/rpc/name`. */
import { decodeText } from '../text/bytes.ts';
import { type Arguments, buildCall, SCALAR } from './build-call.ts';
import { buildCount, buildRead } from './build-read.ts';
import { buildStatement } from './build-statement.ts';
import type { Backend, CallerRequest } from './caller-request.ts';
import type { Column, Routine } from './catalogue.ts';
import { type Call, chooseRoutine, takesWholeBody } from './choose-routine.ts';
import { negotiate } from './negotiate.ts';
import { Parameters } from './parameters.ts';
import { planRead, sourceOf } from './plan-read.ts';
import { describeApplied } from './prefer.ts';
import { refuseMaxAffected, refuseMaxAffectedRpc, refuseRpcMethod, refuseSingular } from './refusals.ts';
import { makeReply } from './reply.ts';
import { applyRangeHeader, describeRange } from './row-range.ts';
import { runStatement } from './run-statement.ts';

export async function answerRoutine(
  request: CallerRequest,
  name: string,
  backend: Backend,
): Promise<Response> {
  const { method, preferences } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead && method !== 'POST' && method !== 'OPTIONS') throw refuseRpcMethod(method);
  const { routine, given } = findCall(request, name, backend);
  if (method === 'OPTIONS') {
    const allow = routine.isVolatile ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST';
    return new Response(null, { status: 200, headers: { allow } });
  }
  const { returns } = routine;
  if (preferences.maxAffected !== null && !('isSet' in returns && returns.isSet))
    throw refuseMaxAffectedRpc();

  const format = negotiate(request.accept, routine);
  const query = method === 'GET' ? applyRangeHeader(request.query, request.range) : request.query;
  const table = returns.kind === 'rows' ? returns.table : null;
  const root = sourceOf(table?.name ?? name, columnsOf(routine), table);
  const node = planRead(backend.catalogue, root, query, backend);
  const parameters = new Parameters();
  const context = { catalogue: backend.catalogue, parameters };
  const source = buildCall(routine, given, parameters);
  const rows = buildRead(node, context);
  const count = preferences.count === null ? null : buildCount(node, context);
  const text = buildStatement({ source, rows, format, returns, count, keyColumns: [] }, parameters);
  const row = await backend.run(isRead || !routine.isVolatile, async (tx) => {
    const row = await runStatement(tx, { text, values: parameters.values });
    if (preferences.maxAffected !== null && row.rows > preferences.maxAffected)
      throw refuseMaxAffected(row.rows);
    if (format.kind === 'object' && returns.kind === 'rows' && row.rows !== 1) throw refuseSingular(row.rows);
    return row;
  });
  const range = describeRange(node.window.offset, row.rows, row.total);
  const { count: counted, handling, timezone, maxAffected } = preferences;
  const isVoid = returns.kind === 'void';
  const headers = {
    'content-type': isVoid ? null : format.contentType,
    'content-range': range.contentRange,
    'content-profile': isVoid ? null : request.schema,
    'preference-applied': describeApplied({ count: counted, handling, timezone, maxAffected }),
  };
  return makeReply(
    { status: isVoid ? 204 : range.status, headers, body: method === 'HEAD' ? null : row.body },
    row,
  );
}

function columnsOf({ returns }: Routine): ReadonlyMap<string, Column> {
  if (returns.kind === 'rows') return returns.columns;
  if (returns.kind === 'void') return new Map([[SCALAR, VOID_COLUMN]]);
  const column = { name: SCALAR, type: returns.type, defaultSql: null, isGenerated: false };
  return new Map([[SCALAR, column]]);
}

const VOID_COLUMN: Column = {
  name: SCALAR,
  type: { sql: 'pg_catalog.void', name: 'void', baseName: 'void', isArray: false, isDomain: false },
  defaultSql: null,
  isGenerated: false,
};

function findCall(
  request: CallerRequest,
  name: string,
  { catalogue }: Backend,
): { routine: Routine; given: Arguments } {
  const { payload, query, schema, contentType } = request;
  if (payload === null) {
    const argumentNames = [...new Set(query.args.map(([key]) => key))];
    const routine = chooseRoutine(catalogue, { schema, name, argumentNames, bodyType: null });
    return { routine, given: { kind: 'pairs', pairs: query.args } };
  }
  const names = payload.kind === 'json' ? payload.keys : [];
  const bodyType = payload.kind === 'raw' ? payload.type : bodyTypeOf(contentType);
  const call: Call = { schema, name, argumentNames: names, bodyType };
  const routine = chooseRoutine(catalogue, call);
  if (payload.kind === 'raw') {
    const { type, bytes } = payload;
    const value = type === 'application/octet-stream' ? bytes : decodeText(bytes);
    return { routine, given: takesWholeBody(routine, call) ? { kind: 'whole', value } : NO_ARGUMENTS };
  }
  if (takesWholeBody(routine, call)) return { routine, given: { kind: 'whole', value: payload.text } };
  if (payload.kind === 'value') return { routine, given: NO_ARGUMENTS };
  const text = payload.isArray ? JSON.stringify(payload.first) : payload.text;
  return { routine, given: { kind: 'json', text, names } };
}

const NO_ARGUMENTS: Arguments = { kind: 'pairs', pairs: [] };

/** A form's fields are read as arguments, like an object's. */
function bodyTypeOf(contentType: string): string {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === '' || type.startsWith('application/vnd.pgrst.') ? 'application/json' : type;
}
