/**
 * The table of queries in `queries`. A line with `?` is a query, `+` a text that it must find, `-` one that it must not
 * find, `1` and `2` texts that it must find in this order. In a text `# ` begins a heading, three backticks begin code,
 * `**` begins and ends bold letters, `\n` breaks a line, `\u` and four digits stand for a letter that nobody sees.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Row {
  /** The name of its file. */
  readonly table: string;
  readonly query: string;
  readonly finds: readonly string[];
  readonly misses: readonly string[];
  /** Also in `finds`; the first ranks above the second. */
  readonly ranks: readonly string[];
}

const FOLDER = join(import.meta.dirname, 'queries');

export const readQueries = (): readonly Row[] =>
  readdirSync(FOLDER)
    .sort()
    .flatMap((file) => readTable(file.replace('.txt', ''), readFileSync(join(FOLDER, file), 'utf8')));

/** A line of another kind throws. */
export function readTable(table: string, text: string): readonly Row[] {
  return text
    .split(/^(?=\? )/m)
    .filter((part) => part.startsWith('? '))
    .map((part) => {
      const lines = part.split('\n').filter((line) => line !== '' && !line.startsWith('# '));
      const unknown = lines.find((line) => !/^[?+12-] ./.test(line));
      if (unknown !== undefined) throw new Error(`${table}: no such line: ${unknown}`);
      const marked = (marks: string) =>
        lines.filter((line) => marks.includes(line[0]!)).map((line) => unescape(line.slice(2)));
      return {
        table,
        query: marked('?')[0]!,
        finds: marked('+12'),
        misses: marked('-'),
        ranks: marked('12'),
      };
    });
}

const unescape = (text: string): string =>
  text
    .replaceAll('\\n', '\n')
    .replace(/\\u([0-9a-f]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** Letters as a person sees them, in small ones without accents. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
