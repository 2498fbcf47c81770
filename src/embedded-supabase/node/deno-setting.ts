/** How Deno is started for a project's functions: permissions, arguments and environment. */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import type { Config } from './config.ts';
import { buildImportMap, type ImportSource } from '../functions/import-map.ts';
import type { ProjectKeys } from '../keys/project-keys.ts';

export interface DenoSetting {
  /** The folder that holds `supabase/`. */
  readonly projectDir: string;
  /** Deno's cache folder. */
  readonly dataDir: string;
  /** The gateway's URL as seen from this machine. */
  readonly gatewayUrl: string;
  /** Connection string of the role `postgres`. */
  readonly databaseUrl: string;
  readonly keys: ProjectKeys;
  readonly config: Pick<Config, 'functions'>;
  /** Further `host:port` that functions may connect to. */
  readonly allowNet?: readonly string[];
  readonly maxHeapMb?: number;
  /** Variables of the functions that they have unless their own files set them. */
  readonly variables?: Readonly<Record<string, string>>;
}

export function denoArguments(
  options: DenoSetting,
  port: number,
  entrypoints: Readonly<Record<string, string>>,
): string[] {
  const project = realpathSync(options.projectDir);
  const host = fileURLToPath(new URL(`../functions/host${extname(import.meta.url)}`, import.meta.url));
  const importMap = writeImportMap(options, entrypoints);
  const net = [
    `127.0.0.1:${port}`,
    new URL(options.gatewayUrl).host,
    hostAndPort(options.databaseUrl),
    ...(options.allowNet ?? []),
  ];
  const modules = findNodeModules(project);
  const read = [host, importMap, join(project, 'supabase/functions'), ...modules];
  return [
    'run',
    '--quiet',
    '--no-prompt',
    '--no-check',
    '--no-lock',
    '--no-config',
    // With installed packages nothing is downloaded; a folder without them downloads the same packages as hosted
    // functions.
    ...(modules.length > 0 ? ['--cached-only', '--no-remote', '--node-modules-dir=manual'] : []),
    // Without this flag Deno prints a warning about request.signal on every start.
    '--unstable-no-legacy-abort',
    `--import-map=${importMap}`,
    `--v8-flags=--max-old-space-size=${options.maxHeapMb ?? 192}`,
    `--allow-net=${net.join(',')}`,
    `--allow-read=${read.join(',')}`,
    // The environment contains only the variables set below.
    '--allow-env',
    host,
    JSON.stringify({ port, entrypoints }),
  ];
}

function hostAndPort(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port === '' ? 5432 : port}`;
}

/** Finds packages as Node does: in the project's folder, or in one above it. */
function findNodeModules(project: string): string[] {
  const paths = createRequire(join(project, 'package.json')).resolve.paths('any-package') ?? [];
  return paths.filter((path) => existsSync(path));
}

function writeImportMap(options: DenoSetting, entrypoints: Readonly<Record<string, string>>): string {
  const folder = join(options.projectDir, 'supabase/functions');
  const inFolder = pathToFileURL(`${realpathSync(folder)}/`).href;
  const sources: ImportSource[] = [];
  const add = (scope: string, file: string) => {
    if (!existsSync(file)) return false;
    return sources.push({ scope, file: pathToFileURL(file).href, text: readFileSync(file, 'utf8') }) > 0;
  };
  for (const name of ['deno.json', 'deno.jsonc', 'import_map.json'])
    if (add(inFolder, join(folder, name))) break;
  for (const name of Object.keys(entrypoints)) {
    const scope = `${inFolder}${name}/`;
    const named = options.config.functions[name]?.import_map;
    if (named !== undefined) add(scope, resolve(options.projectDir, 'supabase', named));
    else for (const file of ['deno.json', 'deno.jsonc']) if (add(scope, join(folder, name, file))) break;
  }
  const file = join(options.dataDir, 'functions-import-map.json');
  mkdirSync(options.dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(buildImportMap(sources), null, 2));
  return file;
}

/** Settings for downloads. */
const PASSED_ON = ['DENO_CERT', 'DENO_TLS_CA_STORE', 'HTTPS_PROXY', 'NO_PROXY', 'NPM_CONFIG_REGISTRY'];

/**
 * The variables of hosted functions, those of `supabase/functions/.env`, and those of `functions.env` in the data folder. The
 * last file is the counterpart of `supabase secrets set`, kept with the data and in its backups.
 */
export function denoEnvironment(options: DenoSetting, secret: string): NodeJS.ProcessEnv {
  const { keys } = options;
  const own = readOwnVariables(options);
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(passedOn),
    PATH: process.env['PATH'] ?? '',
    DENO_DIR: join(resolve(options.dataDir), 'deno'),
    DENO_NO_UPDATE_CHECK: '1',
    NO_COLOR: '1',
    EMBEDDED_RELAY_SECRET: secret,
    // All are in one variable: `LD_PRELOAD` in the environment would be code, and these files come with a backup.
    EMBEDDED_VARIABLES: JSON.stringify({ ...options.variables, ...own }),
    SUPABASE_URL: options.gatewayUrl,
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
    SUPABASE_DB_URL: options.databaseUrl,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
  };
}

export const readOwnVariables = ({
  dataDir,
  projectDir,
}: Pick<DenoSetting, 'dataDir' | 'projectDir'>): NodeJS.Dict<string> => ({
  ...readEnvFile(join(dataDir, 'functions.env')),
  ...readEnvFile(join(projectDir, 'supabase/functions/.env')),
});

const readEnvFile = (file: string) => (existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {});

/** npm's wrapper would start the same binary through Node, which costs time and memory. */
export function findDeno(): string {
  const platform = {
    linux: `linux-${process.arch}-glibc`,
    darwin: `darwin-${process.arch}`,
    win32: `win32-${process.arch}`,
  };
  const name = `@deno/${platform[process.platform as keyof typeof platform] ?? process.platform}`;
  const file = process.platform === 'win32' ? 'deno.exe' : 'deno';
  const require = createRequire(import.meta.url);
  // npm installs it beside `deno`, or inside it when versions differ.
  const folders = require.resolve.paths(name) ?? [];
  for (const folder of [...folders, ...folders.map((path) => join(path, 'deno/node_modules'))]) {
    if (existsSync(join(folder, name, file))) return join(folder, name, file);
  }
  throw new Error(
    `The npm package ${name} is not installed, so there are no edge functions (npm ci installs it).`,
  );
}
