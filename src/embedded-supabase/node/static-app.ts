/** Serves the built app from a folder: hashed assets as immutable, the page uncached, for every path of the app. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fillPage, type PageConfig, pageHeaders } from '../gateway/app-page.ts';
import type { Service } from '../service.ts';

export interface StaticAppOptions {
  /** Folder with `index.html` and the assets, e.g. `dist`. */
  readonly dir: string;
  readonly publishableKey: string;
  /** URL of a hosted Supabase; defaults to the one at the page's own address. */
  readonly supabaseUrl?: string;
  /** Realtime's limit there, if it is known. */
  readonly eventsPerSecond?: number;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;

export function createStaticApp(options: StaticAppOptions): Service {
  const root = realpathSync(options.dir);
  const compress = createCompressor();
  const readPage = openPage(join(root, 'index.html'));

  return async (request, { origin }) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Method not allowed', { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const config: PageConfig = {
      supabaseUrl: options.supabaseUrl ?? origin,
      publishableKey: options.publishableKey,
      ...(options.eventsPerSecond === undefined ? {} : { eventsPerSecond: options.eventsPerSecond }),
    };
    const page = readPage();
    const headers = pageHeaders(config.supabaseUrl, page.scripts);
    const file = findFile(root, pathname);
    if (file === null && (extname(pathname) !== '' || pathname.startsWith('/assets/'))) {
      return new Response('Not found', {
        status: 404,
        headers: { ...headers, 'content-type': 'text/plain' },
      });
    }
    if (file === null || file === join(root, 'index.html')) {
      return new Response(fillPage(page.html, config), {
        headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
      });
    }
    return await sendFile(request, file, pathname, headers, compress);
  };
}

/** Cached in memory and reread when it changed: the page stays available while the folder is rebuilt. */
function openPage(file: string): () => { readonly html: string; readonly scripts: readonly string[] } {
  const read = () => {
    const html = readFileSync(file, 'utf8');
    return { html, scripts: hashesOf(html), changedMs: statSync(file).mtimeMs };
  };
  let page = read();
  return () => {
    const changedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (changedMs !== undefined && changedMs !== page.changedMs) page = read();
    return page;
  };
}

/** SHA-256 of each inline script, for the content policy. */
const hashesOf = (html: string): string[] =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) =>
    createHash('sha256').update(script).digest('base64'),
  );

/** Null when there is no such file, or the path leads out of the folder. */
function findFile(root: string, pathname: string): string | null {
  const path = join(root, decodePath(pathname));
  if (!path.startsWith(root + sep) || !existsSync(path)) return null;
  const real = realpathSync(path);
  return real.startsWith(root + sep) && statSync(real).isFile() ? real : null;
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname).replaceAll('\0', '');
  } catch (error) {
    if (error instanceof URIError) return '/';
    throw error;
  }
}

async function sendFile(
  request: Request,
  file: string,
  pathname: string,
  security: Readonly<Record<string, string>>,
  compress: Compressor,
): Promise<Response> {
  const stat = statSync(file);
  const tag = `"${stat.size.toString(36)}-${Math.floor(stat.mtimeMs).toString(36)}"`;
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  const headers: Record<string, string> = {
    ...security,
    'content-type': type,
    etag: tag,
    vary: 'Accept-Encoding',
    // Vite puts a content hash into the names of files in `assets`.
    'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  if (request.headers.get('if-none-match') === tag) return new Response(null, { status: 304, headers });
  const encoding = COMPRESSIBLE.test(type)
    ? chooseEncoding(request.headers.get('accept-encoding') ?? '')
    : null;
  if (encoding === null) return new Response(new Uint8Array(readFileSync(file)), { headers });
  const bytes = await compress(file, tag, encoding);
  return new Response(bytes, { headers: { ...headers, 'content-encoding': encoding } });
}

type Encoding = 'br' | 'gzip';
type Compressor = (file: string, tag: string, encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>;

function chooseEncoding(accepted: string): Encoding | null {
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
}

/** Compresses each file once: the folder is small and seldom changes while it is served. */
function createCompressor(): Compressor {
  const done = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const run = async (file: string, encoding: Encoding) => {
    const bytes = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    const packed = encoding === 'br' ? promisify(brotliCompress)(bytes, { params }) : promisify(gzip)(bytes);
    return new Uint8Array(await packed);
  };
  return (file, tag, encoding) => {
    const key = `${file} ${tag} ${encoding}`;
    const known = done.get(key) ?? run(file, encoding);
    done.set(key, known);
    return known;
  };
}
