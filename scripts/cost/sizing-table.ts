/** The table of docs/operations.md, and the output of `npm run cost`. */
import { HABITS } from './habits.ts';
import { MEASURED_ON, RATES } from './measured-rates.ts';
import { PLANS, PRICES_OF, type Unit, UNITS, type Usage } from './plans.ts';
import { choosePlan, priceOf, reckonUnbilled, reckonUsage, type Team } from './reckon.ts';

export const USUAL: Team = { people: 10, hours: 160, typing: 0.2, together: 3 };

const TEAMS: readonly Team[] = [
  { ...USUAL, people: 2, hours: 40, together: 2 },
  { ...USUAL, people: 5, hours: 80 },
  USUAL,
  { ...USUAL, people: 20 },
  { ...USUAL, people: 50, together: 5 },
  { ...USUAL, people: 200, together: 5 },
];

const number = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });
const million = (count: number): string => `${number.format(count / 1_000_000)} M`;
const gigabytes = (count: number): string => `${number.format(count)} GB`;
const dollars = (price: number): string => `$${Math.ceil(price).toLocaleString('en-US')}`;

function shown(unit: Unit, usage: Usage): string {
  if (unit.endsWith('Gb')) return gigabytes(usage[unit]);
  return unit === 'connections' ? String(usage[unit]) : million(usage[unit]);
}

function rowOf(team: Team): string[] {
  const usage = reckonUsage(team, RATES, HABITS);
  const { plan, price } = choosePlan(usage, PLANS);
  const units: Unit[] = ['functionCalls', 'messages', 'connections', 'databaseGb', 'filesGb', 'egressGb'];
  return [
    `${team.people} people, ${team.hours} h each, ${team.together} together`,
    ...units.map((unit) => shown(unit, usage)),
    number.format(reckonUnbilled(team, RATES, HABITS).mails),
    plan.name,
    dollars(price),
  ];
}

const HEAD = [
  'team',
  'function calls',
  'messages',
  'connections',
  'database',
  'files',
  'sent out',
  'mails',
  'plan',
  'a month',
];

/** Markdown, formatted as oxfmt does. */
export function sizingTable(): string {
  const rows = [HEAD, ...TEAMS.map(rowOf)];
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...others] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}

function describeUnbilled(team: Team): string[] {
  const { mails, listReads, listReadsWithoutTopic } = reckonUnbilled(team, RATES, HABITS);
  const line = (what: string, count: string) => `  ${what.padEnd(30)} ${count.padStart(9)}`;
  return [
    line('mails, billed elsewhere', number.format(mails)),
    `${line('reads of the list, unbilled', million(listReads))} (${million(listReadsWithoutTopic)} without a topic for each person)`,
  ];
}

/** The usage of one team and its price on each plan. */
export function describeTeam(team: Team): string {
  const usage = reckonUsage(team, RATES, HABITS);
  const units = Object.keys(UNITS) as Unit[];
  const used = units.map((unit) => `  ${UNITS[unit].padEnd(30)} ${shown(unit, usage).padStart(9)}`);
  const prices = PLANS.map((plan) => {
    const { price, above } = priceOf(usage, plan);
    const why =
      above.length === 0 ? '' : ` (above its allowance: ${above.map((unit) => UNITS[unit]).join(', ')})`;
    return `  ${plan.name.padEnd(30)} ${(price === null ? 'too small' : dollars(price)).padStart(9)}${why}`;
  });
  const share = Math.round(team.typing * 100);
  return [
    `${team.people} people, each with a document open for ${team.hours} hours a month, ${team.together} in one document, typing ${share} % of the time:`,
    ...used,
    ...describeUnbilled(team),
    '',
    `A month on hosted Supabase, prices of ${PRICES_OF}, rates measured on ${MEASURED_ON}:`,
    ...prices,
  ].join('\n');
}
