/** Explains to the user why the program does not start: one sentence, or the stack trace of an unexpected failure. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataInUseError } from './postgres.ts';

/** A file beside the data that holds the address of the running server. */
export const addressFile = (dataDir: string): string => join(dataDir, 'address');

export function describeFailure(error: unknown): string {
  if (error instanceof DataInUseError) {
    const file = addressFile(error.dataDir);
    const address = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return `${error.message}${address === '' ? '' : ` It serves ${address}.`} Stop it first, or set DATA_DIR to another folder.`;
  }
  const isExpected = error instanceof Error && 'code' in error;
  return isExpected ? error.message : String(error instanceof Error ? error.stack : error);
}
