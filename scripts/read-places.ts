import { resolve } from 'node:path';

/** npm runs scripts in the project's folder; a file is meant as seen from where the words were typed. */
export function readPlaces(
  env: Readonly<Record<string, string | undefined>>,
  dataDir: string | undefined,
  file: string,
): { readonly dataDir: string; readonly file: string } {
  const typedIn = env['INIT_CWD'] ?? process.cwd();
  return {
    dataDir: dataDir === undefined ? resolve(env['DATA_DIR'] || '.spolu') : resolve(typedIn, dataDir),
    file: resolve(typedIn, file),
  };
}
