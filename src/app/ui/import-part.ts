/**
 * The build replaces every dynamic `import()` with this (`scripts/build/import-parts.ts`). A browser does not retry a
 * module that failed to load while the page is open (HTML, module map). So the files are fetched first, and imported once
 * all are in the browser's cache.
 */
/** Enough for the largest file on a slow connection. */
const LOADING_MS = 60_000;

/** Event of the window: the server no longer has a file of this build. */
export const PART_GONE = 'spolu:part-gone';
const NOT_FOUND = 404;

const fetched = new Map<string, Promise<void>>();

/** Rejects if a file cannot be loaded now; a later call retries. */
export async function importPart<Part>(
  load: () => Promise<Part>,
  files: readonly string[] = [],
): Promise<Part> {
  await Promise.all(
    files.map((file) => fetchOnce(new URL(import.meta.env.BASE_URL + file, location.href).href)),
  );
  return load();
}

function fetchOnce(url: string): Promise<void> {
  const known = fetched.get(url);
  if (known) return known;
  const fetching = isInPage(url) ? Promise.resolve() : fetchFile(url);
  fetched.set(url, fetching);
  fetching.catch(() => fetched.delete(url));
  return fetching;
}

const isInPage = (url: string): boolean =>
  [...document.querySelectorAll<HTMLLinkElement>('link')].some(({ href }) => href === url);

async function fetchFile(url: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(LOADING_MS) });
  if (response.status === NOT_FOUND) window.dispatchEvent(new Event(PART_GONE));
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // Only a response read to its end is cached.
  await response.arrayBuffer();
  if (url.endsWith('.css')) await addStyles(url);
}

function addStyles(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${href} could not be applied`));
    });
    document.head.append(link);
  });
}
