/**
 * `npm run verify-history FILE KEYS`: verifies a proof of authorship. KEYS is the address of the deployment's public keys
 * (`<project>/functions/v1/history-keys`), or a file with them. Exits with 0 for a genuine proof, with 1 for any other, with 2 if
 * a file cannot be read.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { runSteps } from '#contract/authorship/run-steps.ts';
import { tallyWriters, type WriterTally } from '#contract/proof/tally-writers.ts';
import { verifyProof, type Verdict } from '#contract/proof/verify-proof.ts';
import { escapeControls } from '../src/embedded-supabase/text/escape-controls.ts';
import { printError } from './print.ts';

const key = z.looseObject({ kty: z.string() });
const keySet = z.union([z.object({ keys: z.array(key) }), key.transform((one) => ({ keys: [one] }))]);

type Genuine = Extract<Verdict, { ok: true }>;
type Forged = Extract<Verdict, { ok: false }>;

const [file, keys] = process.argv.slice(2);
if (file === undefined || keys === undefined) {
  console.error('Usage: npm run verify-history FILE KEYS');
  console.error('KEYS: <project>/functions/v1/history-keys, or a file with what is there');
  process.exit(2);
}
process.exitCode = await verify(file, keys).catch((error: unknown) => {
  printError(error instanceof Error ? error.message : String(error));
  return 2;
});

async function verify(proofPlace: string, keysPlace: string): Promise<number> {
  const verdict = await verifyProof(await readJson(proofPlace), keySet.parse(await readJson(keysPlace)));
  const lines = verdict.ok ? describe(verdict) : [explain(verdict)];
  for (const line of lines) console.log(escapeControls(line));
  return verdict.ok ? 0 : 1;
}

async function readJson(place: string): Promise<unknown> {
  const isAddress = /^https?:\/\//.test(place);
  return JSON.parse(isAddress ? await (await fetch(place)).text() : readFileSync(place, 'utf8'));
}

function explain({ reason, seq }: Forged): string {
  switch (reason) {
    case 'not_a_proof':
      return 'NOT GENUINE: this is not a proof of authorship.';
    case 'foreign_signature':
      return 'NOT GENUINE: the statement was changed, or signed with another key.';
    case 'missing_row':
      return `NOT GENUINE: row ${seq} of the log is missing, or out of place.`;
    case 'changed_row':
      return 'NOT GENUINE: the text, the author or the time of a row was changed.';
  }
}

function describe({ claims, rows, signedAtMs }: Genuine): string[] {
  const { document, from, until } = claims;
  return [
    `GENUINE: “${onOneLine(document.title)}”, rows ${from} to ${until} of its log, signed ${date(signedAtMs)}.`,
    ...(from > 1
      ? [`The log before row ${from} was not kept: nothing is said about what was written then.`]
      : []),
    ...runSteps(tallyWriters(claims, rows)).map(describeWriter),
    'Times are those at which the server stored a change.',
  ];
}

function describeWriter({ name, characters, rows, firstMs, lastMs }: WriterTally): string {
  const wrote = characters === null ? '' : `${characters} characters of the text, `;
  return `  ${name === null ? 'A former member' : onOneLine(name)}: ${wrote}${rows} changes from ${date(firstMs)} to ${date(lastMs)}`;
}

/** Spaces could push the rest of a title to the next line of the terminal, as if it were a line of the verdict. */
function onOneLine(text: string): string {
  return text.replaceAll(/[^\S\p{Cc}]+/gu, ' ');
}

function date(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, 19) + ' UTC';
}
