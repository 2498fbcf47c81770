/**
 * Folders of PostgreSQL's programs and data, and the user that runs the programs.
 *
 * Normally the folders are `node_modules` and the data folder. As root, this process starts the programs as `nobody`. If
 * `nobody` may not enter the folders above them, and `setpriv` cannot help, the programs are copied. The data is then kept under
 * `/var/lib/embedded-supabase`, with a symbolic link from the data folder.
 */
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { binariesUnder, findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { chooseStarter, type Starter } from './unprivileged.ts';

export interface Place {
  readonly binaries: PostgresBinaries;
  /** The server's own data folder. */
  readonly cluster: string;
  readonly starter: Starter;
}

const ELSEWHERE = '/var/lib/embedded-supabase';

/** `elsewhere` and `choose` are for tests. */
export function openPlace(
  dataDir: string,
  say?: (sentence: string) => void,
  elsewhere = ELSEWHERE,
  choose = chooseStarter,
): Place {
  const binaries = findPostgresBinaries();
  const link = join(dataDir, 'postgres');
  const cluster = isLink(link) ? realpathSync(link) : link;
  const starter = choose(binaries.initdb, [isLink(link) ? cluster : dataDir]);
  if (starter.kind !== 'blocked') return { binaries, cluster, starter };
  return moveElsewhere({ binaries, link, starter, elsewhere, say });
}

interface Move {
  readonly binaries: PostgresBinaries;
  readonly link: string;
  readonly starter: Extract<Starter, { kind: 'blocked' }>;
  readonly elsewhere: string;
  readonly say: ((sentence: string) => void) | undefined;
}

function moveElsewhere({ binaries, link, starter, elsewhere, say }: Move): Place {
  const name = createHash('sha256').update(link).digest('hex').slice(0, 16);
  const folder = join(elsewhere, name);
  const cluster = join(folder, 'postgres');
  const programs = join(folder, 'native');
  mkdirSync(folder, { recursive: true });
  for (const path of [elsewhere, folder]) chmodSync(path, 0o755);
  if (!existsSync(join(programs, 'share'))) cpSync(binaries.root, programs, { recursive: true });
  if (existsSync(link) && !isLink(link)) {
    throw new Error(
      `The user nobody may not enter ${starter.path}, so PostgreSQL cannot read ${link}. Open it (chmod o+x).`,
    );
  }
  if (!isLink(link)) {
    symlinkSync(cluster, link);
    say?.(`The user nobody may not enter ${starter.path}: the ${basename(link)} data is kept in ${folder}.`);
  }
  return { binaries: binariesUnder(programs), cluster, starter: { ...starter, kind: 'ids' } };
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
