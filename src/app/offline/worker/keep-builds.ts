/**
 * The kept builds and the last page as served. A build is served for as long as a tab of it may live, so each has a cache of
 * its own, and only complete builds have a page.
 */
import { BUILD_CACHE, buildOf, KEPT_PAGE, PAGE_CACHE } from '../kept-page.ts';

export interface Build {
  readonly id: string;
  /** Paths of all files to keep. */
  readonly files: readonly string[];
}

export interface KeepingPorts {
  readonly caches: CacheStorage;
  readonly fetch: typeof fetch;
}

/** Marks a build whose files are all there. */
const COMPLETE = '/complete';
/** Names in this folder contain a hash of the content. */
const NEVER_CHANGES = /^\/assets\//;

/** Of the six that a browser opens over HTTP/1.1; the page needs the others. */
const CONNECTIONS = 3;

/**
 * Downloads what no kept build has. Rejects if anything is missing; the next attempt goes on from there, as files of a
 * build that is not complete are found, too.
 */
export async function keepBuild({ id, files }: Build, ports: KeepingPorts): Promise<void> {
  const cache = await ports.caches.open(BUILD_CACHE + id);
  const left = files.values();
  const keepNext = async (): Promise<void> => {
    for (const file of left) await keepFile(cache, file, ports);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, keepNext));
  await cache.put(COMPLETE, new Response());
  const page = await ports.fetch('/', { cache: 'no-cache' });
  // Between the publishing of the worker and that of the page: the browser installs again later.
  if (!(await keepPage(page, ports.caches, id))) throw new Error(`the page is not of the build ${id}`);
}

async function keepFile(cache: Cache, file: string, { caches, fetch }: KeepingPorts): Promise<void> {
  const known = NEVER_CHANGES.test(file) ? await findFile(file, caches) : undefined;
  const response = known ?? (await fetch(file, NEVER_CHANGES.test(file) ? {} : { cache: 'no-cache' }));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  await cache.put(file, response);
}

/** A file of any kept build. */
export const findFile = (path: string, caches: CacheStorage): Promise<Response | undefined> =>
  caches.match(path, { ignoreVary: true });

/** Keeps a page as it was served, with its headers, if its build is complete. Returns whether it did. */
export async function keepPage(page: Response, caches: CacheStorage, only?: string): Promise<boolean> {
  // A browser refuses a redirected response as a page.
  if (!page.ok || page.redirected || !isHtml(page)) return false;
  const id = buildOf(await page.clone().text());
  if (id === null || (only !== undefined && id !== only) || !(await isComplete(id, caches))) return false;
  await (await caches.open(PAGE_CACHE)).put(KEPT_PAGE, page);
  return true;
}

const isHtml = (page: Response): boolean =>
  page.headers.get('content-type')?.startsWith('text/html') === true;

async function isComplete(id: string, caches: CacheStorage): Promise<boolean> {
  if (!(await caches.has(BUILD_CACHE + id))) return false;
  return (await (await caches.open(BUILD_CACHE + id)).match(COMPLETE)) !== undefined;
}

/** The last page, if it can still be opened without a line. */
export const findPage = (caches: CacheStorage): Promise<Response | undefined> =>
  caches.match(KEPT_PAGE, { cacheName: PAGE_CACHE });

/** Removes all builds but this one and that of the last page. Call it when no tab of another build lives. */
export async function forgetBuilds(id: string, caches: CacheStorage): Promise<void> {
  const shown = buildOf((await (await findPage(caches))?.text()) ?? '');
  const kept = [id, shown].map((build) => BUILD_CACHE + build);
  for (const name of await caches.keys())
    if (name.startsWith(BUILD_CACHE) && !kept.includes(name)) await caches.delete(name);
}
