/** Refusals of the REST service that need no query, with PostgREST's messages. */
import { ApiError } from './api-error.ts';

export function refuseParse(what: string, column: number, details: string): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST100',
    message: `"failed to parse ${what}" (line 1, column ${column})`,
    details,
  });
}

export function refuseBody(message: string): ApiError {
  return new ApiError({ status: 400, code: 'PGRST102', message });
}

export function refuseRange(details: string): ApiError {
  return new ApiError({ status: 416, code: 'PGRST103', message: 'Requested range not satisfiable', details });
}

export function refusePutFilters(): ApiError {
  const message = "Filters must include all and only primary key columns with 'eq' operators";
  return new ApiError({ status: 405, code: 'PGRST105', message });
}

export function refuseSchema(schema: string, exposed: readonly string[]): ApiError {
  return new ApiError({
    status: 406,
    code: 'PGRST106',
    message: `Invalid schema: ${schema}`,
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  });
}

export function refuseMediaType(accepted: readonly string[]): ApiError {
  const message = `None of these media types are available: ${accepted.join(', ')}`;
  return new ApiError({ status: 406, code: 'PGRST107', message });
}

export function refuseNotEmbedded(name: string): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST108',
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

export function refusePutKey(): ApiError {
  const message = 'Payload values do not match URL in primary key column(s)';
  return new ApiError({ status: 400, code: 'PGRST115', message });
}

export function refuseSingular(rows: number): ApiError {
  return new ApiError({
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  });
}

export function refuseMethod(method: string): ApiError {
  return new ApiError({ status: 405, code: 'PGRST117', message: `Unsupported HTTP method: ${method}` });
}

export function refuseRpcMethod(method: string): ApiError {
  return new ApiError({ status: 405, code: 'PGRST101', message: `Cannot use the ${method} method on RPC` });
}

export function refuseRelatedOrder(origin: string, target: string): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST118',
    message: `A related order on '${target}' is not possible`,
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });
}

export function refuseEmbedFilter(name: string): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST120',
    message: `Bad operator on the '${name}' embedded resource`,
    details: 'Only is null or not is null filters are allowed on embedded resources',
  });
}

export function refusePreferences(invalid: readonly string[]): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${invalid.join(', ')}`,
  });
}

export function refuseAggregates(): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST123',
    message: 'Use of aggregate functions is not allowed',
  });
}

export function refuseMaxAffected(rows: number): ApiError {
  return new ApiError({
    status: 400,
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: `The query affects ${rows} rows`,
  });
}

export function refusePath(): ApiError {
  return new ApiError({ status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' });
}

export function refuseRoot(): ApiError {
  return new ApiError({ status: 404, code: 'PGRST126', message: 'Root endpoint metadata is disabled' });
}

export function refuseNotImplemented(details: string): ApiError {
  return new ApiError({ status: 400, code: 'PGRST127', message: 'Feature not implemented', details });
}

export function refuseMaxAffectedRpc(): ApiError {
  const message =
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict';
  return new ApiError({ status: 400, code: 'PGRST128', message });
}

export function refuseUnknownBodyColumn(table: string, column: string): ApiError {
  const message = `Could not find the '${column}' column of '${table}' in the schema cache`;
  return new ApiError({ status: 400, code: 'PGRST204', message });
}

export function refuseTable(schema: string, table: string, nearest: string | null): ApiError {
  return new ApiError({
    status: 404,
    code: 'PGRST205',
    message: `Could not find the table '${schema}.${table}' in the schema cache`,
    hint: nearest === null ? null : `Perhaps you meant the table '${schema}.${nearest}'`,
  });
}

/** The message of the extension safeupdate, which hosted Supabase loads for API requests. */
export function refuseUnfiltered(command: 'UPDATE' | 'DELETE'): ApiError {
  return new ApiError({ status: 400, code: '21000', message: `${command} requires a WHERE clause` });
}

/** PostgreSQL's message for a missing column; raised here so that the name never reaches SQL. */
export function refuseColumn(source: string, column: string): ApiError {
  return new ApiError({ status: 400, code: '42703', message: `column ${source}.${column} does not exist` });
}

/** Like `refuseColumn`, for a type in a cast. */
export function refuseType(type: string): ApiError {
  return new ApiError({ status: 400, code: '42704', message: `type "${type}" does not exist` });
}
