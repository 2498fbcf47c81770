/**
 * Builds `sw.js`, the service worker, with the list of files that it keeps for offline use, and gives the page the id of its
 * build. With `VITE_OFFLINE=off`, `sw.js` is the kill switch instead.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
const WORKERS = join(ROOT, 'src/app/offline/worker');
const BUILD_ID = '<meta name="spolu-build" content="" />';
/** Not needed to read and write, or of no use without the server: history, proofs, files to import and export. */
const LEFT_OUT_MODULES =
  /\/src\/app\/(history|formats|pages\/(imports|downloads|everything|proof|verify|unsubscribe))|\/i18n\/[\w-]+\/(archive|comparison|earlier-versions|formats|history|imports|playback|proof|unsubscribe)\.ts|\/contract\/formats\//;
const LEFT_OUT_PACKAGES = /\/node_modules\/(mammoth|docx|mathml-to-latex|react-day-picker|fflate)\//;
/** Rare letters of formulas keep their meaning in the font that stands in. */
const LEFT_OUT_FILES =
  /\/(import|pack|verify)-worker-|\/KaTeX_(AMS|Cal|Frak|Sans|Scr|Type|Main-(Bold)?Italic|Math-B)|\.(ttf|woff|webp|map)$/;
/** Names without a hash, so their content counts. */
const PUBLIC = ['favicon.svg', 'manifest.webmanifest', 'icons/192.png'];

export function serviceWorker(): Plugin {
  let id = '';
  return {
    name: 'service-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const hash = createHash('sha256').update(html);
        for (const name of Object.keys(bundle).toSorted()) hash.update(name);
        for (const name of PUBLIC) hash.update(readFileSync(join(ROOT, 'public', name)));
        id = hash.digest('hex').slice(0, 16);
        return html.replace(BUILD_ID, BUILD_ID.replace('""', `"${id}"`));
      },
    },
    generateBundle: {
      order: 'post',
      handler: async function (_options, bundle) {
        const isOff = process.env['VITE_OFFLINE'] === 'off';
        const files = [...listKept(bundle), ...PUBLIC].map((name) => `/${name}`).toSorted();
        const source = await bundleWorker(isOff ? 'kill-switch.ts' : 'worker.ts', { id, files });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}

const listKept = (bundle: Rolldown.OutputBundle): string[] =>
  Object.values(bundle)
    .filter((file) => file.type === 'asset' || !isLeftOut(file.moduleIds, file.facadeModuleId))
    .map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('assets/') && !LEFT_OUT_FILES.test(name));

const isLeftOut = (modules: readonly string[], facade: string | null): boolean =>
  modules.some((id) => LEFT_OUT_PACKAGES.test(id)) ||
  [modules, [facade ?? '']].some((ids) => ids.length > 0 && ids.every((id) => LEFT_OUT_MODULES.test(id)));

async function bundleWorker(file: string, kept: unknown): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { SPOLU_BUILD: JSON.stringify(kept) },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: join(WORKERS, file), formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
    },
  });
  const [output] = [built].flat();
  if (output === undefined || !('output' in output)) throw new Error(`nothing was built from ${file}`);
  return output.output[0].code;
}
