/**
 * What a dynamic `import()` becomes in the build (`scripts/build/import-parts.ts`). A browser that could not fetch a
 * module does not ask for it again while the page is open (HTML, module map). So the files of a part are fetched first,
 * and it is imported when the browser has them all in its cache.
 */
const fetched = new Map<string, Promise<void>>();

/** Rejects when a file cannot be had now; then it may be asked for again. */
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
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // The browser keeps what was read to its end.
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
