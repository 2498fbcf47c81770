import { parseField } from './parse-field.ts';
import type { Condition, Filter, Operation, Quantifier } from './query-ast.ts';
import { refuseParse } from './refusals.ts';
import { Scanner, scanQuoted } from './scanner.ts';

/** Operators with one value, and whether `(any)` and `(all)` may follow. */
const SIMPLE: Readonly<Record<string, boolean>> = {
  eq: true,
  neq: false,
  gt: true,
  gte: true,
  lt: true,
  lte: true,
  like: true,
  ilike: true,
  match: true,
  imatch: true,
  cs: false,
  cd: false,
  ov: false,
  sl: false,
  sr: false,
  nxr: false,
  nxl: false,
  adj: false,
};
const FULL_TEXT = new Set(['fts', 'plfts', 'phfts', 'wfts']);
const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const;

/** The value of a filter parameter, e.g. `not.in.(1,2)` of `id=not.in.(1,2)`. */
export function parseFilterValue(text: string): Pick<Filter, 'negated' | 'operation'> {
  const scanner = new Scanner(text, 'filter');
  const parsed = parseOperation(scanner, takeRest);
  scanner.expectEnd();
  return parsed;
}

/** Whether an rpc parameter's value is a filter of the result rather than an argument. */
export function looksLikeFilter(text: string): boolean {
  const [word = ''] = text.split(/[.(]/, 1);
  if (word === text) return false;
  return (
    ['not', 'is', 'in', 'isdistinct'].includes(word) || Object.hasOwn(SIMPLE, word) || FULL_TEXT.has(word)
  );
}

/** The value of an `and`/`or` parameter: `(a.eq.1,not.or(b.gt.2,c.is.null))`. */
export function parseLogic(operator: 'and' | 'or', negated: boolean, text: string): Condition {
  const scanner = new Scanner(text, 'logic tree');
  scanner.skipBlanks();
  const conditions = parseConditions(scanner);
  scanner.expectEnd();
  return { kind: 'tree', negated, operator, conditions };
}

function parseConditions(scanner: Scanner): readonly Condition[] {
  const conditions: Condition[] = [];
  scanner.expect('(');
  do {
    scanner.skipBlanks();
    conditions.push(scanner.nested(() => parseCondition(scanner)));
    scanner.skipBlanks();
  } while (scanner.take(','));
  scanner.expect(')');
  scanner.skipBlanks();
  return conditions;
}

function parseCondition(scanner: Scanner): Condition {
  const head = scanner.match(/(?:not\.)?(?:and|or)(?=[ \t]*\()/y);
  if (head === null) {
    const field = parseField(scanner);
    scanner.expect('.');
    return { kind: 'filter', field, ...parseOperation(scanner, takeLogicValue) };
  }
  scanner.skipBlanks();
  return {
    kind: 'tree',
    negated: head.startsWith('not.'),
    operator: head.endsWith('and') ? 'and' : 'or',
    conditions: parseConditions(scanner),
  };
}

function parseOperation(
  scanner: Scanner,
  takeValue: (scanner: Scanner) => string,
): Pick<Filter, 'negated' | 'operation'> {
  const negated = scanner.take('not.');
  return { negated, operation: parseOperator(scanner, takeValue) };
}

function parseOperator(scanner: Scanner, takeValue: (scanner: Scanner) => string): Operation {
  if (scanner.take('in.')) return { kind: 'in', values: parseList(scanner) };
  if (scanner.take('is.')) return { kind: 'is', value: parseIs(scanner) };
  if (scanner.take('isdistinct.')) return { kind: 'isdistinct', value: takeValue(scanner) };
  const start = scanner.position;
  const operator = scanner.match(/[^.(]*/y) ?? '';
  if (FULL_TEXT.has(operator)) {
    const language = parseParenthesised(scanner);
    scanner.expect('.');
    return { kind: 'fts', operator, language, value: takeValue(scanner) };
  }
  const mayQuantify = Object.hasOwn(SIMPLE, operator) ? SIMPLE[operator] : undefined;
  if (mayQuantify === undefined || scanner.done) {
    const details = scanner.done
      ? 'unexpected end of input expecting operator (eq, gt, ...)'
      : `unknown single value operator ${operator}`;
    throw refuseParse(`filter (${scanner.text})`, start + 1, details);
  }
  const quantifier = mayQuantify ? parseQuantifier(scanner) : null;
  scanner.expect('.');
  return { kind: 'simple', operator, quantifier, value: takeValue(scanner) };
}

function parseQuantifier(scanner: Scanner): Quantifier | null {
  if (scanner.take('(any)')) return 'any';
  return scanner.take('(all)') ? 'all' : null;
}

function parseParenthesised(scanner: Scanner): string | null {
  const found = scanner.match(/\([\p{L}\p{N}_ $]+\)/uy);
  return found === null ? null : found.slice(1, -1).trim();
}

function parseIs(scanner: Scanner): (typeof IS_VALUES)[number] {
  const word = (scanner.match(/[a-z_]+/iy) ?? '').toLowerCase();
  const value = IS_VALUES.find((known) => known === word);
  if (value === undefined) throw scanner.fail('expecting null or trilean value (unknown, true, false)');
  return value;
}

function parseList(scanner: Scanner): readonly string[] {
  const values: string[] = [];
  scanner.skipBlanks();
  scanner.expect('(');
  scanner.skipBlanks();
  if (scanner.match(/\)/y) !== null) return values;
  do values.push(takeElement(scanner));
  while (scanner.take(','));
  scanner.expect(')');
  scanner.skipBlanks();
  return values;
}

function takeElement(scanner: Scanner): string {
  const start = scanner.position;
  const quoted = scanQuoted(scanner);
  if (quoted !== null && (scanner.done || scanner.startsWith(',') || scanner.startsWith(')'))) return quoted;
  scanner.position = start;
  return scanner.match(/[^,)]*/y) ?? '';
}

function takeRest(scanner: Scanner): string {
  const rest = scanner.rest;
  scanner.position = scanner.text.length;
  return rest;
}

function takeLogicValue(scanner: Scanner): string {
  return scanner.match(/\{[^{}]*\}/y) ?? takeElement(scanner);
}
