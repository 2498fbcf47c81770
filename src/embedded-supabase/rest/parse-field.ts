import type { Field, JsonStep } from './query-ast.ts';
import { type Scanner, scanName } from './scanner.ts';

/** `column`, `column->key->>0`. */
export function parseField(scanner: Scanner): Field {
  return { name: scanName(scanner), path: parseJsonPath(scanner) };
}

export function parseJsonPath(scanner: Scanner): readonly JsonStep[] {
  const steps: JsonStep[] = [];
  while (scanner.startsWith('->')) {
    const asText = scanner.take('->>');
    if (!asText) scanner.expect('->');
    steps.push({ asText, key: parseKey(scanner) });
  }
  return steps;
}

function parseKey(scanner: Scanner): string | number {
  const index = scanner.match(/-?\d+(?=->|::|[.,)]|$)/y);
  if (index === null) return scanName(scanner);
  const position = Number(index);
  if (Math.abs(position) > 0x7f_ff_ff_ff) throw scanner.fail('expecting an array index');
  return position;
}
