import { documentSchema } from '../schema/document-schema.ts';
import { toMarkdown } from '../markdown/to-markdown.ts';
import { readSaved } from './read-saved.ts';

/** A saved state as Markdown; rejects when it cannot be read. */
export async function savedMarkdown(updates: readonly Uint8Array[]): Promise<string> {
  const saved = readSaved(updates);
  if (saved === null) return Promise.reject(new Error('the version cannot be read'));
  return toMarkdown(documentSchema().nodeFromJSON(saved.text));
}
