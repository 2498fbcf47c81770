/** Ten people open a document at once and type continuously, on an idle project of the free plan. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FREE_PLAN } from '../../src/embedded-supabase/realtime/realtime-config.ts';
import { DEFAULT_SETTINGS } from '../../src/yjs-supabase/src/core/settings.ts';
import { createDocument, signUpPerson, type LivePerson } from '../support/open-live-document.ts';
import { openSeat, until, type Seat } from '../support/open-seat.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

const PEOPLE = 10;
const KEYS_PER_SECOND = 6;
/** Realtime counts in buckets of five seconds: a rate above the limit in the first one would show by now. */
const TYPING_MS = 7000;

let supabase: TestSupabase;
let people: readonly LivePerson[];

beforeAll(async () => {
  supabase = await startTestSupabase({
    configure: (config) => ({ ...config, realtime: { ...config.realtime, ...FREE_PLAN } }),
  });
  people = await Promise.all(Array.from({ length: PEOPLE }, () => signUpPerson(supabase, 'Ann')));
});
afterAll(() => supabase.close());

async function openForAll(): Promise<readonly Seat[]> {
  const [owner] = people;
  if (!owner) throw new Error('nobody is there');
  const documentId = await createDocument(owner);
  await supabase.database.query(
    `insert into public.members (document_id, user_id, role)
     select $1, unnest($2::uuid[]), 'editor' on conflict do nothing`,
    [documentId, people.map(({ userId }) => userId)],
  );
  return people.map((person) => openSeat(person, documentId, DEFAULT_SETTINGS));
}

test('the free plan closes no lane while ten people join at once and all of them type', async () => {
  const seats = await openForAll();
  await until(() => seats.every((seat) => seat.isLive()));
  const typing = seats.map((seat) => setInterval(() => seat.write('x'), 1000 / KEYS_PER_SECOND));
  await new Promise((resolve) => {
    setTimeout(resolve, TYPING_MS);
  });
  typing.forEach(clearInterval);
  const [first] = seats;
  await until(() => seats.every((seat) => seat.isSaved() && seat.read() === first?.read()));
  expect(seats.flatMap(({ closed }) => closed)).toEqual([]);
  expect(seats.flatMap(({ lies }) => lies)).toEqual([]);
  for (const seat of seats) seat.leave();
});
