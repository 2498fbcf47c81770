/** Follows the list of documents while a user is signed in: what this device keeps of them, and what it may not keep. */
import type { ListedDocument } from '../data/documents.ts';
import { onListed } from '../data/kept-lists.ts';
import { getSessionState, subscribeSession } from '../data/session.ts';
import { signedInUserId } from '../data/signed-in-user.ts';
import { createdHere } from '../data/waiting-actions.ts';
import { textsOf } from './texts-of.ts';

/** After the page's own requests, and those for its lazy parts. */
const FIRST_AFTER_MS = 8000;
const AFTER_LIST_MS = 3000;
/** A page without the list reads it so often. */
const READ_EVERY_MS = 10 * 60_000;
const LOCK = 'spolu-ahead';

interface Line {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** A metered or slow line is left to the page. */
export const isGoodLine = ({ saveData = false, effectiveType = '4g' }: Line, online: boolean): boolean =>
  online && !saveData && effectiveType === '4g';

const mayFetch = (): boolean =>
  document.visibilityState === 'visible' &&
  isGoodLine((navigator as { readonly connection?: Line }).connection ?? {}, navigator.onLine);

const NEARLY = 0.8;

export async function isNearlyFull(storage: Pick<StorageManager, 'estimate'> | undefined): Promise<boolean> {
  const { usage = 0, quota = 0 } = (await storage?.estimate()) ?? {};
  return quota > 0 && usage > NEARLY * quota;
}

let wake: () => void = () => undefined;

/** Fetches soon, for example what the user has just chosen to keep. */
export const holdSoon = (): void => wake();

/** Until the returned function is called. Call once per page. `readList` never rejects. `onNearlyFull`: the storage of this device is nearly full. */
export function holdTexts(
  readList: (staleTime: number) => Promise<void>,
  onNearlyFull: () => Promise<void>,
): () => void {
  const stop = new AbortController();
  let documents: readonly ListedDocument[] | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;

  async function run(): Promise<void> {
    const texts = ownTexts();
    if (!documents || !texts || isRunning || stop.signal.aborted) return;
    isRunning = true;
    try {
      const part = await import('./keep-ahead.ts').catch(() => null);
      await part?.removeForbidden(texts, documents, createdHere(signedInUserId() ?? ''));
      const listed = documents;
      const fetchAhead = (): Promise<void> | undefined =>
        part?.keepAhead({ texts, documents: listed, signal: stop.signal, mayFetch });
      if (mayFetch())
        await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
          lock ? fetchAhead() : undefined,
        );
      if (await isNearlyFull(navigator.storage)) await onNearlyFull();
    } finally {
      isRunning = false;
    }
  }

  const soon = (delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), delayMs);
  };
  const read = (): void => {
    if (ownTexts() === null || document.visibilityState !== 'visible' || !navigator.onLine) return;
    void readList(READ_EVERY_MS / 2);
  };
  const stopListed = onListed((listed) => {
    documents = listed as readonly ListedDocument[];
    soon(AFTER_LIST_MS);
  });
  const stopSession = subscribeSession(() => {
    if (ownTexts() === null) documents = null;
  });
  const first = setTimeout(read, FIRST_AFTER_MS);
  const again = setInterval(read, READ_EVERY_MS);
  wake = () => soon(0);
  return () => {
    stop.abort();
    stopListed();
    stopSession();
    clearTimeout(timer);
    clearTimeout(first);
    clearInterval(again);
    wake = () => undefined;
  };
}

function ownTexts(): ReturnType<typeof textsOf> {
  const state = getSessionState();
  return state.kind === 'signed-in' && !state.needsCode ? textsOf(state.session.user.id) : null;
}
