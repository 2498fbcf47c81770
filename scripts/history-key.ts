/**
 * `npm run history-key`: prints a new key for a hosted project. `npm start` makes one by itself. `npm run history-key -- --rotate
 * FILE` replaces the key in an env file by a new one, and keeps the public half of the old one.
 */
import { parseArgs } from 'node:util';
import { generateHistoryKey, rotateHistoryKey } from './keep-history-key.ts';
import { printError } from './print.ts';

const { rotate } = parseArgs({ options: { rotate: { type: 'string' } } }).values;
if (rotate === undefined) {
  console.log(`Put this line into a file that only you can read, such as history.env, and keep the file:

${await generateHistoryKey(new Date())}

Then run: supabase secrets set --env-file history.env

Proofs that the key signs are verified with its public half, which the project publishes at
https://<project>.supabase.co/functions/v1/history-keys

A new key later: npm run history-key -- --rotate history.env`);
} else {
  try {
    await rotateHistoryKey(rotate, new Date());
    console.log(`${rotate} has a new key, and the public half of the old one. Set it where the functions read it:
hosted: supabase secrets set --env-file ${rotate}
npm start: restart it`);
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
