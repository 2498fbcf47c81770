/** Asks the browser not to evict what is kept, on the second visit, when the user presses something: some browsers ask in turn. */
const VISITS = 'spolu.visits';
const SECOND = 2;
const DONE = 'asked';

type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/** Returns its end. */
export function askToKeep(
  storage: Pick<StorageManager, 'persist' | 'persisted'> | undefined = navigator.storage,
): () => void {
  if (!storage || !isTimeToAsk(localStorage, sessionStorage)) return () => undefined;
  const stop = new AbortController();
  const ask = async (): Promise<void> => {
    stop.abort();
    localStorage.setItem(VISITS, DONE);
    if (!(await storage.persisted())) await storage.persist();
  };
  for (const name of ['pointerup', 'keydown'])
    window.addEventListener(name, () => void ask(), { signal: stop.signal });
  return () => stop.abort();
}

/** A visit lasts as long as a tab. */
export function isTimeToAsk(device: Kept, tab: Kept): boolean {
  const before = device.getItem(VISITS);
  if (before === DONE) return false;
  const isNew = tab.getItem(VISITS) === null;
  const visits = Number(before ?? 0) + (isNew ? 1 : 0);
  tab.setItem(VISITS, 'counted');
  device.setItem(VISITS, String(visits));
  return visits >= SECOND;
}
