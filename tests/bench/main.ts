/**
 * `npm run bench`: runs the standard benchmarks. `-- load` measures many users, `-- presence` the cost and latency of carets,
 * `-- frames` the time of live frames on a page, `-- first-seconds` a slow network,
 * `-- rates` requests per typing user (`--settle SECONDS` after the last one joined), `-- capacity` the limit of the
 * machine, `-- folding` folds of the heaviest documents, `-- database` calls of the database alone,
 * `-- readers` opening as a reader, and readers who join while others type,
 * `-- history` what a month of versions takes, `-- history-views` how long its views take,
 * `-- history-page` the same in a browser, `-- search` how well words are found (`--documents 10000` also how fast).
 * `--json FILE` also writes the results to a file.
 */
import { writeFileSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import { parseArgs } from 'node:util';
import { describeFirstSeconds, measureFirstSeconds } from './first-seconds.ts';
import { measureDatabaseCalls } from './database-calls.ts';
import { measureFolding } from './folding.ts';
import { describeFrames, measureFrames, type MeasuredFrames } from './frames.ts';
import { measureHistoryPage } from './history-page.ts';
import { measureHistorySize } from './history-size.ts';
import { measureHistoryViews } from './history-views.ts';
import { measureKeystrokes, measureUnhindered, type Keystrokes } from './keystroke-latency.ts';
import { runLoad } from './load.ts';
import type { Plan } from './load-servers.ts';
import { runPresence } from './presence.ts';
import { runCapacity, runRates } from './rates.ts';
import { measureReaders } from './readers.ts';
import { measureSaving } from './saving.ts';
import { measureSearch } from './search.ts';
import { measureStartup } from './startup.ts';
import { measureTyping } from './typing.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    documents: { type: 'string' },
    json: { type: 'string' },
    people: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    settle: { type: 'string' },
    plan: { type: 'string' },
  },
});

process.stdout.write(`Node ${process.version}, ${cpus().length} cores, ${type()} ${release()}\n\n`);
if (positionals[0] === 'load') {
  write({ load: await runLoad(values) });
  process.exit();
}
if (positionals[0] === 'presence') {
  write({ presence: await runPresence(values) });
  process.exit();
}
if (positionals[0] === 'frames') {
  const sizes = (values.people ?? '10,50').split(',').map(Number);
  const say = (measured: MeasuredFrames) => process.stdout.write(describeFrames(measured));
  write({ frames: await measureFrames(sizes, Number(values.rounds ?? 20), say) });
  process.exit();
}
if (positionals[0] === 'history-views') {
  write({ historyViews: measureHistoryViews((line) => process.stdout.write(`${line}\n`)) });
  process.exit();
}
if (positionals[0] === 'history-page') {
  write({ historyPage: await measureHistoryPage((line) => process.stdout.write(`${line}\n`)) });
  process.exit();
}
if (positionals[0] === 'database') {
  const database = await measureDatabaseCalls(Number(values.rounds ?? 4000));
  process.stdout.write(`${JSON.stringify(database, null, 2)}\n`);
  write({ database });
  process.exit();
}
if (positionals[0] === 'folding') {
  write({ folding: measureFolding((line) => process.stdout.write(`${line}\n`)) });
  process.exit();
}
if (positionals[0] === 'search') {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  write({ search: await measureSearch(Number(values.documents ?? 0), say) });
  process.exit();
}
if (positionals[0] === 'readers') {
  const { people, rounds, seconds } = values;
  const plan = {
    people: Number(people ?? 100),
    rounds: Number(rounds ?? 30),
    seconds: Number(seconds ?? 10),
  };
  write({ readers: await measureReaders(plan, (line) => process.stdout.write(`${line}\n`)) });
  process.exit();
}
if (positionals[0] === 'history') {
  const size = await measureHistorySize();
  process.stdout.write(`${JSON.stringify(size, null, 2)}\n`);
  write({ history: size });
  process.exit();
}
if (positionals[0] === 'rates') {
  const plans: Plan[] = values.plan === 'free' ? ['free'] : ['generous'];
  write({ rates: await runRates(plans, Number(values.seconds ?? 60), Number(values.settle ?? 5)) });
  process.exit();
}
if (positionals[0] === 'capacity') {
  write({ capacity: await runCapacity(Number(values.seconds ?? 30)) });
  process.exit();
}
if (positionals[0] === 'first-seconds') {
  const measured = await measureFirstSeconds();
  process.stdout.write(describeFirstSeconds(measured));
  write({ firstSeconds: measured });
  process.exit();
}

const startup = await measureStartup();
const keystrokes = await measureKeystrokes();
const unhindered = await measureUnhindered();
const saving = await measureSaving();
const typing = await measureTyping();

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const times = (measured: Keystrokes | null): string =>
  measured === null ? 'not available' : `${measured.ratio.toFixed(2)}×`;
const ms = (value: number): string => `${value.toFixed(2)} ms`;
const rows: [what: string, measured: string, target: string][] = [
  ['cold start to first page (build, new database)', seconds(startup.coldMs), '15 s'],
  ['warm start to first page', seconds(startup.warmMs), '3 s'],
  [
    'memory at idle, all processes',
    startup.idleMb === null ? 'not available' : `${startup.idleMb.toFixed(0)} MB`,
    '300 MB',
  ],
  ['keystroke to the other browser, p50', ms(keystrokes.provider.p50Ms), ''],
  ['keystroke to the other browser, p95', ms(keystrokes.provider.p95Ms), ''],
  ['the same through a bare ws relay, p50', ms(keystrokes.relay.p50Ms), ''],
  ['the same through a bare ws relay, p95', ms(keystrokes.relay.p95Ms), ''],
  ['p50, Spolu by relay, three processes sharing the cores', times(keystrokes), '1.3×'],
  ['p50, Spolu by relay, none interrupting another', times(unhindered), '1.3×'],
  ['bytes on the wire for one keystroke', `${keystrokes.bytesPerKeystroke.toFixed(0)} B`, ''],
  ['of these the Yjs update', `${keystrokes.updateBytesPerKeystroke.toFixed(0)} B`, ''],
  ['keystroke to Saved, two people, p50', ms(saving.toSaved.p50Ms), '1000 ms'],
  ['keystroke to Saved, two people, p95', ms(saving.toSaved.p95Ms), '2500 ms'],
  ['append in the database, 1 MB, 8 writers, p50', ms(saving.append.p50Ms), '10 ms'],
  ['append in the database, 1 MB, 8 writers, p95', ms(saving.append.p95Ms), ''],
  ['script for a keystroke, 20,000 words, three others, p95', ms(typing.ours.p95Ms), '16 ms'],
  ['the same in plain Tiptap without collaboration, p95', ms(typing.plain.p95Ms), ''],
  ['p95, Spolu by plain Tiptap', `${typing.ratio.toFixed(2)}×`, '1.5×'],
];

const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
for (const [what, measured, target] of rows) {
  const goal = target === '' ? '' : `  (at most ${target})`;
  process.stdout.write(`${what.padEnd(widths[0]!)}  ${measured.padStart(widths[1]!)}${goal}\n`);
}
write({ startup, keystrokes, unhindered, saving, typing });

function write(measured: object): void {
  if (values.json === undefined) return;
  const about = { node: process.version, cores: cpus().length };
  writeFileSync(values.json, `${JSON.stringify({ ...about, ...measured }, null, 2)}\n`);
}
