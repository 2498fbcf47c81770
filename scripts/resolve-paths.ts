import { resolve } from 'node:path';

/** npm runs scripts in the project's folder. Paths in arguments are relative to the user's folder, INIT_CWD. */
export function resolvePaths(
  env: Readonly<Record<string, string | undefined>>,
  dataDir: string | undefined,
  file: string,
): { readonly dataDir: string; readonly file: string } {
  const userFolder = env['INIT_CWD'] ?? process.cwd();
  return {
    dataDir: dataDir === undefined ? resolve(env['DATA_DIR'] || '.spolu') : resolve(userFolder, dataDir),
    file: resolve(userFolder, file),
  };
}
