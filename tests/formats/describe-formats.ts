/** Writes `docs/formats.md` from what happens to a sample of each node and mark. */
import { LOSS_SEVERITIES, type Loss } from '#contract/formats/loss.ts';
import { formats } from '../../src/app/i18n/en-us/formats.ts';
import type { Format } from './format.ts';
import { FORMATS } from './formats.ts';
import { judgeRound } from './judge-round.ts';
import { leavingOf } from './make-leaving.ts';
import { SAMPLES } from './samples.ts';

export const PAGE = 'docs/formats.md';

const HEAD = `# Formats

A text leaves in each of these formats and comes back by _Import_. The table is written by \`npm run test:formats\`: a sample of
each node and mark goes both ways, and each difference must be a loss that people see too. _Kept_: equal. _Changed_: it looks
different. _Simplified_: a plainer thing stands in its place. _Lost_: it is not there.

`;

export async function describeFormats(): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const [name, content] of Object.entries(SAMPLES)) {
    const cells: string[] = [];
    for (const format of FORMATS) cells.push(await describe(format, content));
    rows.push([`\`${name.replace(', ', '`, ')}${name.includes(', ') ? '' : '`'}`, ...cells]);
  }
  const titles = ['', ...FORMATS.map(({ name }) => name)];
  const widths = titles.map((title, column) =>
    Math.max(title.length, 3, ...rows.map((row) => row[column]!.length)),
  );
  const writeRow = (cells: readonly string[]): string =>
    `| ${cells.map((one, column) => one.padEnd(widths[column]!)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return `${HEAD}${[writeRow(titles), rule, ...rows.map(writeRow)].join('\n')}\n`;
}

async function describe(
  format: Format,
  content: Parameters<typeof leavingOf>[0]['content'],
): Promise<string> {
  const { losses, faults } = await judgeRound(leavingOf({ type: 'doc', content: content ?? [] }), format);
  if (faults.length > 0) return `unexplained: ${faults.join('; ')}`;
  const [gravest] = losses.toSorted((one, other) => rankOf(other) - rankOf(one));
  return gravest ? `${gravest.severity}: ${nameOf(gravest)}` : 'kept';
}

const rankOf = ({ severity }: Loss): number => LOSS_SEVERITIES.indexOf(severity);

/** As the interface names it, without the number. */
const nameOf = ({ kind }: Loss): string =>
  formats.loss[`${kind}_one`].replace('{{count, number}} ', '').replace(' in place', '');
