import type { Language } from '#contract/languages.ts';
import { moveToFolder } from '../../data/folders.ts';
import { serverNow } from '../../data/session.ts';
import { createEmpty, eraseUnfinished, writeInto } from '../../documents/make-document.ts';
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

async function makeFromText(
  name: TextName,
  { language, userId, folderId }: Making,
  signal: AbortSignal,
): Promise<string> {
  const texts = await loadTexts(language);
  const text = await readTemplate(fillDate(texts[name], serverNow(), language), signal);
  const id = await createEmpty(language, signal);
  try {
    await writeInto(id, text, { userId, signal, onProgress: () => undefined });
    if (folderId !== undefined) await moveToFolder(id, folderId);
    signal.throwIfAborted();
  } catch (error) {
    await eraseUnfinished(id);
    throw error;
  }
  return id;
}
