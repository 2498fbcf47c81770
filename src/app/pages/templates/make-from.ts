import type { Language } from '#contract/languages.ts';
import { changeList, startDocument } from '../../data/change-list-later.ts';
import { eraseDocument } from '../../data/documents.ts';
import { newId } from '../../data/new-id.ts';
import { serverNow } from '../../data/session.ts';
import { hasWaiting } from '../../data/waiting-mark.ts';
import { eraseUnfinished, writeHere } from '../../documents/make-document.ts';
import { startFrom } from '../../documents/start-from.ts';
import { loadTexts } from '../../templates/load-texts.ts';
import { fillDate } from '../../templates/markdown-text.ts';
import type { Start } from '../../templates/start.ts';
import type { TextName } from '../../templates/template-names.ts';
import { readTemplate } from './read-template.ts';

interface Making {
  readonly language: Language;
  readonly userId: string;
  readonly folderId: string | undefined;
}

/** A new document in the folder; resolves to its id. Nothing stays of one that is not finished. */
export async function makeFrom(start: Start, making: Making, signal: AbortSignal): Promise<string> {
  if (start.kind === 'text') return makeFromText(start.name, making, signal);
  const id = await startFrom(start.id, making.userId, making.folderId);
  if (!signal.aborted) return id;
  await eraseUnfinished(id);
  throw signal.reason;
}

/** Also without a line: it needs nothing of the server. */
async function makeFromText(
  name: TextName,
  { language, folderId }: Making,
  signal: AbortSignal,
): Promise<string> {
  const texts = await loadTexts(language);
  const text = await readTemplate(fillDate(texts[name], serverNow(), language), signal);
  const id = await startDocument(language, newId());
  try {
    await writeHere(id, text, signal);
    if (folderId !== undefined) await changeList({ kind: 'move', id, folderId });
    signal.throwIfAborted();
  } catch (error) {
    await throwAway(id);
    throw error;
  }
  return id;
}

/** One that the server may not have yet goes to the trash. */
async function throwAway(id: string): Promise<void> {
  await changeList({ kind: 'trash', id, isTrashed: true });
  if (!hasWaiting(id)) await eraseDocument(id);
}
