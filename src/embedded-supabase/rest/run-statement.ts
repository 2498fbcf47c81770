import type { Transaction } from '../db/database.ts';
import type { StatementRow } from './build-statement.ts';
import type { Statement } from './parameters.ts';

/** Runs the output of `buildStatement`, which always returns one row. */
export async function runStatement(tx: Transaction, statement: Statement): Promise<StatementRow> {
  const result = await tx.query<StatementRow>(statement.text, statement.values);
  const [row] = result.rows;
  if (row === undefined) throw new Error('The statement gave no row.');
  return row;
}
