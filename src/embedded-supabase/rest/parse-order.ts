import { parseField, parseJsonPath } from './parse-field.ts';
import type { OrderTerm } from './query-ast.ts';
import { Scanner, scanName } from './scanner.ts';

/** `a.desc.nullslast,data->>b,client(name).asc` */
export function parseOrder(text: string): readonly OrderTerm[] {
  const scanner = new Scanner(text, 'order');
  const terms: OrderTerm[] = [];
  do {
    scanner.skipBlanks();
    terms.push(parseTerm(scanner));
    scanner.skipBlanks();
  } while (scanner.take(','));
  scanner.expectEnd();
  return terms;
}

function parseTerm(scanner: Scanner): OrderTerm {
  const name = scanName(scanner);
  const related = scanner.take('(') ? parseField(scanner) : null;
  if (related !== null) scanner.expect(')');
  const field = related ?? { name, path: parseJsonPath(scanner) };
  const descending = scanner.take('.desc');
  if (!descending) scanner.take('.asc');
  const nulls = scanner.take('.nullsfirst') ? 'first' : scanner.take('.nullslast') ? 'last' : null;
  if (!scanner.done && scanner.match(/(?=[ \t]*,)/y) === null) {
    throw scanner.fail('expecting "asc", "desc", "nullsfirst" or "nullslast"');
  }
  return { relation: related === null ? null : name, field, descending, nulls };
}
