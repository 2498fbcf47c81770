/** Answers the requests of pages: files from the device, pages from the network if it is fast enough. */
import { findFile, findPage, keepPage, type KeepingPorts } from './keep-builds.ts';

/** So long a page may take before the kept one is shown. */
export const PAGE_MS = 1500;

/** Services and pages of the server. The worker leaves them alone, as it does everything of other addresses. */
const SERVER = /^\/(rest|auth|functions|storage|realtime|inbox|healthz|readyz|metrics)(\/|$)|^\/inbox\.json$/;

export type Kind = 'page' | 'file';

/** Null: not a matter of the worker. */
export function kindOf(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
): Kind | null {
  const { pathname, origin: asked } = new URL(url);
  if (method !== 'GET' || asked !== origin || SERVER.test(pathname)) return null;
  if (mode === 'navigate') return /\.\w+$/.test(pathname) ? null : 'page';
  return /^\/(assets|icons)\/|^\/(favicon\.svg|manifest\.webmanifest)$/.test(pathname) ? 'file' : null;
}

export async function answerFile(request: Request, { caches, fetch }: KeepingPorts): Promise<Response> {
  const { pathname } = new URL(request.url);
  return (await findFile(pathname, caches)) ?? fetch(request);
}

interface PagePorts extends KeepingPorts {
  readonly wait: (ms: number) => Promise<void>;
  /** Keeps the worker alive. */
  readonly until: (work: Promise<unknown>) => void;
}

/** The network first, then the last page as served. `served` is the request on its way. */
export async function answerPage(served: Promise<Response>, ports: PagePorts): Promise<Response> {
  // Also when it comes too late: a changed configuration is taken by the next page.
  ports.until(
    served.then(
      (page) => keepPage(page.clone(), ports.caches),
      () => false,
    ),
  );
  const failed = served.then(isFailure, () => true);
  const isUsable = await Promise.race([failed.then((is) => !is), ports.wait(PAGE_MS).then(() => false)]);
  if (isUsable) return served;
  return (await findPage(ports.caches)) ?? served;
}

/** A proxy whose server is down, or a server that is starting. */
const isFailure = ({ status }: Response): boolean => status >= 500;
