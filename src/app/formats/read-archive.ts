/** Folders of texts in a zip: those that are written here, of Markdown editors, and of Notion. */
import { nextTask } from '../data/run-in-slices.ts';
import { openZipInTurns } from './zip/open-zip.ts';
import {
  arrivingLink,
  fileFailure,
  type ArrivingFile,
  type FileFailure,
  type ReadFile,
  type ReadingTools,
} from './arriving-file.ts';
import { readText, type TextKind } from './read-text.ts';
import type { Resolve } from './resolve-addresses.ts';
import { tellKind } from './tell-kind.ts';

type Files = ReadonlyMap<string, Uint8Array>;

/** Of the system and of editors. */
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX\/|Thumbs\.db$|desktop\.ini$)/i;
const TEXT = /\.(?:md|markdown|mdown|mkd|mdx|html?|txt|csv|docx)$/i;

/** Reads one text of an archive that is no text itself: a Word file. */
export type ReadInner = (
  bytes: Uint8Array,
  place: Pick<ArrivingFile, 'name' | 'folders'>,
  tools: ReadingTools,
) => Promise<ArrivingFile | FileFailure>;

export async function readArchive(
  bytes: Uint8Array,
  tools: ReadingTools,
  readInner: ReadInner,
): Promise<ReadFile> {
  const { onProgress } = tools;
  const opened = await openZipInTurns(bytes, {
    nested: true,
    isWanted: (path) => !HIDDEN.test(path),
    onProgress: (share) => onProgress(share / 2),
  });
  if (!opened.ok) return opened;
  const { files } = opened;
  const paths = textsOf(files);
  const texts: ArrivingFile[] = [];
  const bad: FileFailure[] = [];
  // Links lead to texts by their place among those that were read.
  const readable = paths.filter((path) => {
    const kind = tellKind(files.get(path)!, path);
    if (kind === 'empty' || kind === 'zip' || isText(kind)) return kind !== 'empty';
    bad.push(fileFailure(kind, path));
    return false;
  });
  for (const [at, path] of readable.entries()) {
    // Between two texts the worker can be ended.
    await nextTask();
    const content = files.get(path)!;
    const kind = tellKind(content, path);
    const place = placeOf(path);
    const read = isText(kind)
      ? readText(kind, content, place, resolveIn(files, readable, path), tools)
      : await readInner(content, place, {
          ...tools,
          onProgress: (share) => onProgress((1 + (at + share) / readable.length) / 2),
        });
    if ('ok' in read) bad.push({ ...read, part: path });
    else texts.push({ ...read, index: at });
    onProgress((1 + (at + 1) / readable.length) / 2);
  }
  if (texts.length === 0) return bad[0] ?? fileFailure('no_texts');
  return { ok: true, files: withoutOuterFolder(texts), bad };
}

/** A folder around all texts has the name of the archive. */
function withoutOuterFolder(texts: readonly ArrivingFile[]): readonly ArrivingFile[] {
  const outer = texts[0]?.folders[0];
  if (outer === undefined || texts.some(({ folders }) => folders[0] !== outer)) return texts;
  return withoutOuterFolder(texts.map((text) => ({ ...text, folders: text.folders.slice(1) })));
}

const isText = (kind: string): kind is TextKind => /^(?:html|markdown|csv|text)$/.test(kind);

/** Notion writes a database twice; the second file has all of its rows. */
function textsOf(files: Files): readonly string[] {
  const isTwice = (path: string): boolean =>
    files.has(path.replace(/\.csv$/i, '_all.csv')) && /\.csv$/i.test(path);
  return [...files.keys()].filter((path) => TEXT.test(path) && !isTwice(path)).toSorted();
}

/** Notion adds the id of each page to its name. */
const NOTION_ID = /[ -][\da-f]{32}(?=(?:_all)?$)/i;

export function placeOf(path: string): Pick<ArrivingFile, 'name' | 'folders'> {
  const steps = path.split('/').map((step) => step.replace(NOTION_ID, ''));
  const last = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return { name: last.replace(/_all$/, '').replace(NOTION_ID, ''), folders: steps.slice(0, -1) };
}

function resolveIn(files: Files, texts: readonly string[], from: string): Resolve {
  const folder = from.split('/').slice(0, -1);
  const find = (address: string, known: (path: string) => boolean, ending = ''): string | null => {
    const path = pathOf(address, folder);
    if (path === null) return null;
    const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
    // Obsidian leaves the folder and the ending out where they are not needed.
    const isNamed = (one: string): boolean => {
      const own = one.slice(one.lastIndexOf('/') + 1).toLowerCase();
      return own === name || own === `${name}${ending}`;
    };
    return (
      [path, `${path}${ending}`].find(known) ??
      [...files.keys()].find((one) => known(one) && isNamed(one)) ??
      null
    );
  };
  return {
    picture: (address) => {
      const name = find(address, (path) => files.has(path) && !TEXT.test(path));
      return name === null ? null : { name, bytes: files.get(name)! };
    },
    link: (address) => {
      const target = find(address, (path) => texts.includes(path), '.md');
      return target === null ? null : arrivingLink(texts.indexOf(target));
    },
  };
}

/** Null for an address outside. */
function pathOf(address: string, folder: readonly string[]): string | null {
  const bare = address.replace(/[?#].*$/s, '');
  if (bare === '' || /^[a-z][a-z\d+.-]*:|^\/\//i.test(bare)) return null;
  const steps = bare.startsWith('/') ? [] : [...folder];
  for (const step of decode(bare).replace(/^\//, '').split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/').normalize('NFC');
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch (error) {
    // A percent sign that stands for itself.
    if (error instanceof URIError) return address;
    throw error;
  }
}
