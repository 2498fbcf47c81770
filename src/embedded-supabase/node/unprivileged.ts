/**
 * PostgreSQL refuses to run as root. When this process is root, its programs are started as `nobody` (65534), which
 * needs no account to be created.
 *
 * `nobody` may be unable to enter the folders above the clone (a home directory with mode 700). Then `setpriv` starts the
 * programs with one ambient capability that grants the access. It survives the exec, and postgres only checks its effective
 * user id.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const NOBODY = 65_534;

export type Starter =
  /** Start the program unchanged. */
  | { readonly kind: 'self' }
  /** Start it with this uid and gid. */
  | { readonly kind: 'ids'; readonly uid: number; readonly gid: number }
  /** Prefix it with these arguments; the program then runs as that uid. */
  | { readonly kind: 'prefix'; readonly uid: number; readonly gid: number; readonly args: readonly string[] }
  /** The program cannot run in its folder and must be moved. */
  | { readonly kind: 'blocked'; readonly uid: number; readonly gid: number; readonly path: string };

/** Chooses how to start `initdb` and the programs beside it, so that they can also reach all of `paths`. */
export function chooseStarter(initdb: string, paths: readonly string[]): Starter {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  const ids = { uid: NOBODY, gid: NOBODY };
  const closed = [initdb, ...paths].map(firstClosedAncestor).find((path) => path !== null);
  if (closed === undefined || closed === null) return { kind: 'ids', ...ids };
  const args = CAPABILITIES.map(prefixWith).find((prefix) => canStart(initdb, prefix));
  return args === undefined ? { kind: 'blocked', ...ids, path: closed } : { kind: 'prefix', ...ids, args };
}

/** The weaker one first. Containers often keep only the other. */
const CAPABILITIES = ['dac_read_search', 'dac_override'];

/** `no_setuid_fixup`: without it access(2), which PostgreSQL calls for its own programs, ignores the capability. */
function prefixWith(capability: string): string[] {
  return [
    'setpriv',
    `--reuid=${NOBODY}`,
    `--regid=${NOBODY}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    '--',
  ];
}

/** `initdb --show` looks up its programs and files as in a real run, but changes nothing. */
function canStart(initdb: string, [file = '', ...args]: readonly string[]): boolean {
  if (process.platform !== 'linux') return false;
  return spawnSync(file, [...args, initdb, '--show', '-D', '/']).status === 0;
}

/** The nearest folder above `path`, or `path` itself, that `nobody` may not enter or run; null when there is none. */
export function firstClosedAncestor(path: string): string | null {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const stat = statSync(folder);
      const bit = stat.uid === NOBODY ? 0o100 : stat.gid === NOBODY ? 0o010 : 0o001;
      if ((stat.mode & bit) === 0) return folder;
    }
    if (dirname(folder) === folder) return null;
  }
}
