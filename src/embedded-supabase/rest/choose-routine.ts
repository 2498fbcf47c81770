/** Chooses the overload of an rpc call by the names of its arguments, as PostgREST does. */
import { ApiError } from './api-error.ts';
import { type Catalogue, findNearest, type Routine } from './catalogue.ts';

export interface Call {
  readonly schema: string;
  readonly name: string;
  readonly argumentNames: readonly string[];
  /** Content type of a POST, null for GET and HEAD. */
  readonly bodyType: string | null;
}

/** Types that a single unnamed parameter must have to take a whole body of this content type. */
const WHOLE_BODY: Readonly<Record<string, readonly string[]>> = {
  'application/json': ['json', 'jsonb'],
  'text/plain': ['text'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
};

/** Throws PGRST202 when nothing fits and PGRST203 when several do. */
export function chooseRoutine(catalogue: Catalogue, call: Call): Routine {
  const overloads = catalogue.routines.get(call.schema)?.get(call.name) ?? [];
  const named = overloads.filter((routine) => takesArguments(routine, call));
  const whole = overloads.filter((routine) => !named.includes(routine) && takesWholeBody(routine, call));
  const candidates = named.length > 0 ? named : whole;
  const [only, second] = candidates;
  if (only === undefined) throw refuseNone(catalogue, overloads, call);
  if (second !== undefined) throw refuseMany(candidates);
  return only;
}

export function takesWholeBody({ parameters }: Routine, { bodyType }: Call): boolean {
  const [only, second] = parameters;
  if (only === undefined || second !== undefined || only.name !== '' || bodyType === null) return false;
  return (WHOLE_BODY[bodyType] ?? []).includes(only.type.name);
}

function takesArguments({ parameters }: Routine, { argumentNames, bodyType }: Call): boolean {
  if (bodyType !== null && isRawOnly(bodyType) && parameters.length === 0) return false;
  const required = parameters.filter(({ isRequired }) => isRequired);
  return (
    required.every(({ name }) => name !== '' && argumentNames.includes(name)) &&
    argumentNames.every((name) => name !== '' && parameters.some((parameter) => parameter.name === name))
  );
}

function isRawOnly(bodyType: string): boolean {
  return bodyType !== 'application/json' && bodyType in WHOLE_BODY;
}

function refuseNone(catalogue: Catalogue, overloads: readonly Routine[], call: Call): ApiError {
  const { schema, name, bodyType } = call;
  const names = [...call.argumentNames].sort();
  const list = names.join(', ');
  const rawOnly = bodyType !== null && isRawOnly(bodyType);
  const withArguments = names.length === 0 ? ' without parameters' : `(${list})`;
  const searched = rawOnly
    ? ` with a single unnamed ${WHOLE_BODY[bodyType]?.[0] ?? ''} parameter`
    : `${names.length === 0 ? ' without parameters' : ` with parameter${names.length > 1 ? 's' : ''} ${list}`}${bodyType === 'application/json' ? ' or with a single unnamed json/jsonb parameter' : ''}`;
  return new ApiError({
    status: 404,
    code: 'PGRST202',
    message: `Could not find the function ${schema}.${name}${rawOnly ? '' : withArguments} in the schema cache`,
    details: `Searched for the function ${schema}.${name}${searched}, but no matches were found in the schema cache.`,
    hint: rawOnly ? null : suggest(catalogue, overloads, call, list),
  });
}

function suggest(
  catalogue: Catalogue,
  overloads: readonly Routine[],
  call: Call,
  list: string,
): string | null {
  const { schema, name } = call;
  const describe = ({ parameters }: Routine) =>
    parameters
      .map((parameter) => parameter.name)
      .sort()
      .join(', ');
  const nearest =
    overloads.length === 0
      ? findNearest(name, catalogue.routines.get(schema)?.keys() ?? [])
      : (findNearest(list, overloads.map(describe)) ?? null);
  if (nearest === null) return null;
  const shown = overloads.length === 0 ? nearest : `${name}(${nearest})`;
  return `Perhaps you meant to call the function ${schema}.${shown}`;
}

function refuseMany(candidates: readonly Routine[]): ApiError {
  const shown = candidates.map(({ schema, name, parameters }) => {
    const list = parameters.map((parameter) => `${parameter.name} => ${parameter.type.name}`).join(', ');
    return `${schema}.${name}(${list})`;
  });
  return new ApiError({
    status: 300,
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${shown.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  });
}
