/** A table of comma-separated values, as HTML. The first row has the names of the columns. */
import { escapeHtml } from '#contract/text/escape-html.ts';

export function readTable(csv: string): string {
  const rows = readRows(csv, separatorOf(csv));
  const width = Math.max(...rows.map((row) => row.length));
  const cells = (row: readonly string[], name: string): string =>
    Array.from({ length: width }, (_, at) => `<${name}><p>${cell(row[at] ?? '')}</p></${name}>`).join('');
  const lines = rows.map((row, at) => `<tr>${cells(row, at === 0 ? 'th' : 'td')}</tr>`);
  return `<table><tbody>${lines.join('')}</tbody></table>`;
}

const cell = (text: string): string => escapeHtml(text.trim()).replaceAll('\n', '<br>');

/** The one that the first line has most of. */
function separatorOf(csv: string): string {
  const first = csv.slice(0, Math.max(0, csv.indexOf('\n')) || undefined).replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => [sign, first.split(sign).length] as const);
  return counts.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

function readRows(csv: string, separator: string): readonly string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  // A field, and the sign behind it.
  const field = new RegExp(`(?:"((?:""|[^"])*)"|([^${separator}\\n]*))(${separator}|\\n|$)`, 'y');
  const text = csv.replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '');
  for (let at = 0; at <= text.length;) {
    field.lastIndex = at;
    const found = field.exec(text) ?? /(?:)()([^]*)()/.exec(text.slice(at))!;
    const [all, quoted, bare = '', sign] = found;
    row.push(quoted?.replaceAll('""', '"') ?? bare);
    at += all.length;
    if (sign === separator) continue;
    rows.push(row);
    row = [];
    if (sign !== '\n') break;
  }
  return rows;
}
