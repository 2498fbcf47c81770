/**
 * Keeps texts on this device before they are opened here, while the line is good, and removes those that must not stay.
 * One page of the browser at a time.
 */
import { createDocumentLog } from '../data/document-log.ts';
import type { ListedDocument } from '../data/documents.ts';
import { serverNow } from '../data/session.ts';
import { chooseFetched, chooseForbidden } from './choose-fetched.ts';
import { fetchText } from './fetch-text.ts';
import { pinnedIn } from './read-held.ts';
import type { TextsOnDevice } from './texts-on-device.ts';

/** In one run; the next one goes on. */
const MOST_TEXTS = 30;
const MOST_BYTES = 30 * 1024 * 1024;
const PAUSE_MS = 300;

interface AheadOptions {
  readonly texts: TextsOnDevice;
  readonly documents: readonly ListedDocument[];
  readonly signal: AbortSignal;
  /** False while the line should be left to the page. */
  readonly mayFetch: () => boolean;
  readonly log?: Parameters<typeof fetchText>[1];
  readonly pauseMs?: number;
}

/** Removes what the list does not allow to stay. `created`: documents that it need not have yet. Resolves to the ids. */
export async function removeForbidden(
  texts: TextsOnDevice,
  documents: readonly ListedDocument[],
  created: ReadonlySet<string>,
): Promise<readonly string[]> {
  const forbidden = chooseForbidden(await texts.list(), documents, created);
  for (const id of forbidden) await texts.remove(id);
  return forbidden;
}

export async function keepAhead({
  texts,
  documents,
  signal,
  mayFetch,
  ...more
}: AheadOptions): Promise<void> {
  const { log = createDocumentLog(), pauseMs = PAUSE_MS } = more;
  const [facts, reasons] = await Promise.all([texts.list(), texts.listReasons()]);
  const wanted = chooseFetched(documents, facts, pinnedIn(documents, reasons));
  const listed = new Map(documents.map((document) => [document.id, document]));
  let bytes = 0;
  for (const id of wanted.slice(0, MOST_TEXTS)) {
    if (signal.aborted || !mayFetch() || bytes > MOST_BYTES) return;
    const asOfMs = serverNow().getTime();
    const fetched = await fetchText(id, log);
    if (fetched === 'failed') return;
    if (fetched === 'refused') await texts.remove(id);
    else if (fetched !== 'unusable') {
      bytes += fetched.state.length;
      const usedAtMs = listed.get(id)?.openedAt?.getTime() ?? 0;
      if (!(await texts.put(fetched, { usedAtMs, asOfMs }))) return;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
