/**
 * `npm run verify-history FILE KEYS`: verifies a proof of authorship. KEYS is the address of the deployment's public keys
 * (`<project>/functions/v1/history-keys`), or a file with them. Exits with 0 for a genuine proof, with 1 for any other, with 2 if
 * a file cannot be read. A third argument NAME writes a time stamp to NAME.tst and the statement to NAME.jwt, for openssl.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseJson } from '#contract/parse-json.ts';
import type { WriterTally } from '#contract/proof/authorship.ts';
import { decodeBase64 } from '#contract/proof/base64.ts';
import { listErased, type ErasedText } from '#contract/proof/erased-rows.ts';
import { readKeys } from '#contract/proof/proof-keys.ts';
import { verifyProof, type Forged, type Genuine } from '#contract/proof/verify-proof.ts';
import { escapeControls } from '../src/embedded-supabase/text/escape-controls.ts';
import { printError } from './print.ts';

const REASONS: Readonly<Record<Forged['reason'], string>> = {
  not_a_proof: 'this is not a proof of authorship, or the file is damaged.',
  newer_version: 'a newer version made this file, which this one cannot verify.',
  unknown_statement: 'it is signed, but this version does not understand what is signed.',
  foreign_key: 'it is signed with another key.',
  foreign_signature: 'the statement or its signature was changed.',
  retired_key: 'it is signed at a time when the key was not used.',
  wrong_time_stamp: 'its time stamp cannot be read, or belongs to something else.',
  missing_row: 'of the log is missing, or out of place.',
  changed_row: 'the text, the author or the time of a row was changed.',
  unreadable_row: 'it is signed, but a row cannot be read.',
  changed_text: 'the text in the file, or who wrote it, does not follow from the log.',
};

const [file, keys, name] = process.argv.slice(2);
if (file === undefined || keys === undefined) {
  console.error('Usage: npm run verify-history FILE KEYS [NAME]');
  console.error('KEYS: <project>/functions/v1/history-keys, or a file with what is there');
  console.error('NAME: writes a time stamp to NAME.tst and its statement to NAME.jwt');
  process.exit(2);
}
process.exitCode = await verify(file, keys).catch((error: unknown) => {
  printError(error instanceof Error ? error.message : String(error));
  return 2;
});

async function verify(proofPlace: string, keysPlace: string): Promise<number> {
  const known = await readKeys(parseJson(await read(keysPlace)));
  if (known.length === 0) throw new Error('There are no keys for proofs of authorship in KEYS.');
  const verdict = await verifyProof(parseJson(await read(proofPlace)), known);
  const lines = verdict.ok ? describe(verdict) : [explain(verdict)];
  for (const line of lines) console.log(escapeControls(line));
  if (verdict.ok && name !== undefined) saveTimeStamp(verdict, name);
  return verdict.ok ? 0 : 1;
}

async function read(place: string): Promise<string> {
  const isAddress = /^https?:\/\//.test(place);
  return isAddress ? (await fetch(place)).text() : readFileSync(place, 'utf8');
}

function explain({ reason, seq }: Forged): string {
  return `NOT GENUINE: ${reason === 'missing_row' ? `row ${seq} ` : ''}${REASONS[reason]}`;
}

function saveTimeStamp({ statement, timeStamp }: Genuine, as: string): void {
  if (timeStamp === null) throw new Error('The proof has no time stamp.');
  writeFileSync(`${as}.tst`, decodeBase64(timeStamp.token));
  writeFileSync(`${as}.jwt`, statement);
}

function describeTimeStamp({ authority, atMs }: NonNullable<Genuine['timeStamp']>): string[] {
  const by = authority === null ? 'an authority without a name' : onOneLine(authority);
  return [
    `Time stamp of ${by}: ${date(atMs)}. It belongs to this proof; whether the authority signed it is not checked here. For that,`,
    'give a third argument NAME, and run: openssl ts -verify -token_in -in NAME.tst -data NAME.jwt -CAfile AUTHORITY.pem',
  ];
}

function describe({ claims, rows, writers, signedAtMs, key, timeStamp }: Genuine): string[] {
  const { document, from, until, text } = claims;
  return [
    `GENUINE: “${onOneLine(document.title)}”, rows ${from} to ${until} of its log, signed ${date(signedAtMs)} with the key ${key.id}.`,
    ...(from > 1
      ? [`The log before row ${from} was not kept: nothing is said about what was written then.`]
      : []),
    ...(timeStamp ? describeTimeStamp(timeStamp) : []),
    ...(text ? [`SHA-256 of the text: ${text.sha256}`] : []),
    ...(rows === null ? ['The file has only this hash, and not the text.'] : writers.map(describeWriter)),
    ...listErased(claims.erased ?? []).map((one) => describeErased(one, claims)),
    'Times are those at which the server stored an edit.',
  ];
}

function describeErased({ by, atMs, characters }: ErasedText, { people }: Genuine['claims']): string {
  const name = people.find(({ id }) => id === by)?.name;
  return `${characters} characters were erased by ${name === undefined ? 'a former member' : onOneLine(name)} on ${date(atMs)}.`;
}

function describeWriter({ id, name, characters, placed, rows, firstMs, lastMs }: WriterTally): string {
  const moved = placed === 0 ? '' : ` (${placed} of them placed by others)`;
  const wrote = characters === null ? '' : `${characters} characters of the text${moved}, `;
  const who = name === null ? 'A former member' : onOneLine(name);
  const account = id === null ? '' : ` (account ${id.slice(0, 8)})`;
  return `  ${who}${account}: ${wrote}${rows} edits sent from ${date(firstMs)} to ${date(lastMs)}`;
}

/** Spaces could push the rest of a title to the next line of the terminal, as if it were a line of the verdict. */
function onOneLine(text: string): string {
  return text.replaceAll(/[^\S\p{Cc}]+/gu, ' ');
}

function date(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, 19) + ' UTC';
}
