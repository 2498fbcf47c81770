import type { TextFormat } from '#contract/text/text-format.ts';
import { readSaved } from '../preview/read-saved.ts';
import { writeText } from './write-text.ts';

/** The text of a saved state; rejects when it cannot be read. */
export async function takeSavedText(updates: readonly Uint8Array[], format: TextFormat): Promise<string> {
  const saved = readSaved(updates);
  if (saved === null) throw new Error('the version cannot be read');
  return writeText(saved.text, format);
}
