/** `npm run history-key`: prints a new key for a hosted project. `npm start` makes one by itself. */
import { generateHistoryKey } from './keep-history-key.ts';

console.log(`Run this once, and keep the key:

supabase secrets set ${await generateHistoryKey()}

Proofs that it signs are verified with its public half, which the project publishes at
https://<project>.supabase.co/functions/v1/history-keys`);
