/**
 * PostgreSQL refuses to run as root. When this process is root, its programs are started as `nobody` (65534), which
 * needs no account to be made.
 *
 * `nobody` may be unable to enter the folders above the clone (a home directory with mode 700). Then the programs are
 * started through `setpriv` with one ambient capability that lets them through: it survives the exec, and postgres
 * only checks its effective user id.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const NOBODY = 65_534;

export type Starter =
  /** Start the program as it is. */
  | { readonly kind: 'self' }
  /** Start it with this uid and gid. */
  | { readonly kind: 'ids'; readonly uid: number; readonly gid: number }
  /** Put these words before it; the program then runs as that uid. */
  | { readonly kind: 'prefix'; readonly uid: number; readonly gid: number; readonly words: readonly string[] }
  /** It cannot run where it is: another place is needed. */
  | { readonly kind: 'blocked'; readonly uid: number; readonly gid: number; readonly path: string };

/** How to start `program` (which answers `--version`) so that it also reaches all of `paths`. */
export function chooseStarter(program: string, paths: readonly string[]): Starter {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  const ids = { uid: NOBODY, gid: NOBODY };
  const closed = [program, ...paths].map(firstClosedAncestor).find((path) => path !== null);
  if (closed === undefined || closed === null) return { kind: 'ids', ...ids };
  const capability = findCapability(program);
  if (capability === null) return { kind: 'blocked', ...ids, path: closed };
  const words = [
    'setpriv',
    `--reuid=${NOBODY}`,
    `--regid=${NOBODY}`,
    '--clear-groups',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    '--',
  ];
  return { kind: 'prefix', ...ids, words };
}

/** The nearest folder above `path`, or `path` itself, that `nobody` may not enter or run; null when the way is free. */
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

/** Containers often keep `dac_override` and drop `dac_read_search`, so both are tried, the weaker one first. */
function findCapability(program: string): 'dac_read_search' | 'dac_override' | null {
  if (process.platform !== 'linux') return null;
  const permitted = /^CapPrm:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  const bits = BigInt(`0x${permitted ?? '0'}`);
  const candidates = [
    ['dac_read_search', 2n],
    ['dac_override', 1n],
  ] as const;
  for (const [name, bit] of candidates) {
    if ((bits & (1n << bit)) === 0n) continue;
    const probe = spawnSync('setpriv', [
      `--reuid=${NOBODY}`,
      `--inh-caps=+${name}`,
      `--ambient-caps=+${name}`,
      '--',
      program,
      '--version',
    ]);
    if (probe.status === 0) return name;
  }
  return null;
}
