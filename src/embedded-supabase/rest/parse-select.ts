import { parseField } from './parse-field.ts';
import type { Aggregate, SelectField, SelectItem, SelectRelation } from './query-ast.ts';
import { Scanner, scanName } from './scanner.ts';

const AGGREGATES: ReadonlySet<string> = new Set<Aggregate>(['avg', 'count', 'max', 'min', 'sum']);

/** The `select` parameter: columns, JSON paths, casts, aliases, aggregates, embedded and spread resources. */
export function parseSelect(text: string): readonly SelectItem[] {
  const scanner = new Scanner(text, 'select parameter');
  if (text.trim() === '') return [];
  const items = parseItems(scanner);
  scanner.expectEnd();
  return items;
}

function parseItems(scanner: Scanner): readonly SelectItem[] {
  const items: SelectItem[] = [];
  do {
    scanner.skipBlanks();
    items.push(parseItem(scanner));
    scanner.skipBlanks();
  } while (scanner.take(','));
  return items;
}

function parseItem(scanner: Scanner): SelectItem {
  if (scanner.take('...')) return parseRelation(scanner, scanName(scanner), null, true);
  if (scanner.take('*')) return { kind: 'star' };
  const start = scanner.position;
  const first = scanName(scanner);
  const isAlias = scanner.startsWith(':') && !scanner.startsWith('::');
  if (isAlias) scanner.expect(':');
  else scanner.position = start;
  const alias = isAlias ? first : null;

  const afterAlias = scanner.position;
  const name = scanName(scanner);
  if (name === 'count' && scanner.take('()')) return finishAggregate(scanner, alias, null, null, 'count');
  if (scanner.startsWith('(') || scanner.startsWith('!')) return parseRelation(scanner, name, alias, false);
  scanner.position = afterAlias;
  return parseColumn(scanner, alias);
}

function parseColumn(scanner: Scanner, alias: string | null): SelectField {
  const field = parseField(scanner);
  const cast = parseCast(scanner);
  if (!scanner.take('.')) return { kind: 'field', field, alias, cast, aggregate: null, aggregateCast: null };
  const name = scanName(scanner);
  if (!isAggregate(name)) throw scanner.fail('expecting "avg()", "count()", "max()", "min()" or "sum()"');
  scanner.expect('()');
  return finishAggregate(scanner, alias, field, cast, name);
}

function finishAggregate(
  scanner: Scanner,
  alias: string | null,
  field: SelectField['field'],
  cast: string | null,
  aggregate: Aggregate,
): SelectField {
  return { kind: 'field', field, alias, cast, aggregate, aggregateCast: parseCast(scanner) };
}

function isAggregate(name: string): name is Aggregate {
  return AGGREGATES.has(name);
}

function parseCast(scanner: Scanner): string | null {
  if (!scanner.take('::')) return null;
  const type = scanner.match(/[\p{L}\p{N}_ $]+(?:\[\])?/uy);
  if (type === null || type.trim() === '') throw scanner.fail('expecting letter or digit');
  return type.trim();
}

function parseRelation(
  scanner: Scanner,
  name: string,
  alias: string | null,
  spread: boolean,
): SelectRelation {
  let hint: string | null = null;
  let inner = false;
  while (scanner.take('!')) {
    const word = scanName(scanner);
    if (word === 'inner') inner = true;
    else if (word !== 'left') hint = word;
  }
  scanner.expect('(');
  scanner.skipBlanks();
  const children = scanner.startsWith(')') ? [] : scanner.nested(() => parseItems(scanner));
  scanner.expect(')');
  return { kind: 'relation', name, alias, hint, inner, spread, children };
}
