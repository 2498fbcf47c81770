/** Builds the SQL of a function call; the reply is read from its rows. */
import type { Routine } from './catalogue.ts';
import { encodeArray } from './build-condition.ts';
import type { Parameters } from './parameters.ts';
import { quoteIdentifier } from './quote-identifier.ts';

/** The single column of a function that returns no rows. */
export const SCALAR = 'pgrst_scalar';

export type Arguments =
  | { readonly kind: 'json'; readonly text: string; readonly names: readonly string[] }
  | { readonly kind: 'pairs'; readonly pairs: readonly (readonly [string, string])[] }
  /** The whole body, for a single unnamed parameter. */
  | { readonly kind: 'whole'; readonly value: string | Uint8Array };

export function buildCall(routine: Routine, given: Arguments, parameters: Parameters): string {
  const { from, list } = buildArguments(routine, given, parameters);
  const call = `${routine.sql}(${list})`;
  if (routine.returns.kind !== 'rows') {
    return `SELECT ${call} AS ${SCALAR}${from === '' ? '' : ` FROM ${from}`}`;
  }
  return `SELECT c.* FROM ${from === '' ? '' : `${from}, LATERAL `}${call} AS c`;
}

function buildArguments(
  routine: Routine,
  given: Arguments,
  parameters: Parameters,
): { from: string; list: string } {
  if (given.kind === 'whole') {
    const type = routine.parameters[0]?.type.sql;
    if (type === undefined) throw new Error('A whole body needs a parameter to go to.');
    return { from: '', list: `${parameters.add(given.value)}::${type}` };
  }
  if (given.kind === 'pairs') return { from: '', list: buildPairs(routine, given.pairs, parameters) };
  const used = routine.parameters.filter(({ name }) => given.names.includes(name));
  if (used.length === 0) return { from: '', list: '' };
  const types = used.map(({ name, type }) => `${quoteIdentifier(name)} ${type.sql}`);
  const list = used.map(({ name, isVariadic }) => {
    const quoted = quoteIdentifier(name);
    return `${isVariadic ? 'VARIADIC ' : ''}${quoted} := a.${quoted}`;
  });
  const body = `${parameters.add(given.text)}::pg_catalog.json`;
  return { from: `pg_catalog.json_to_record(${body}) AS a (${types.join(', ')})`, list: list.join(', ') };
}

/** A variadic parameter takes all values of its name, any other parameter the last. */
function buildPairs(
  routine: Routine,
  pairs: readonly (readonly [string, string])[],
  parameters: Parameters,
): string {
  const used = routine.parameters.filter(({ name }) => pairs.some(([key]) => key === name));
  const list = used.map(({ name, type, isVariadic }) => {
    const values = pairs.filter(([key]) => key === name).map(([, value]) => value);
    const value = isVariadic ? encodeArray(values) : (values.at(-1) ?? '');
    return `${isVariadic ? 'VARIADIC ' : ''}${quoteIdentifier(name)} := ${parameters.add(value)}::${type.sql}`;
  });
  return list.join(', ');
}
