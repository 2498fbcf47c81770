/** One round: four writers type into one paragraph over lines that fail; then the lines return and the pages are judged. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as Y from 'yjs';
import {
  createDocument,
  signInPerson,
  signUpPerson,
  type LivePerson,
} from '../support/open-live-document.ts';
import { letIn } from '../support/new-document.ts';
import { createRandom } from '../support/random.ts';
import type { TestSupabase } from '../support/start-test-supabase.ts';
import { createBrowserFetch } from './browser-fetch.ts';
import { describeDifference, findUnseen, foldClocks, isEqual } from './judge.ts';
import { openLedger, type Ledger } from './ledger.ts';
import { openLine, type Line } from './open-line.ts';
import { openPage, type Page } from './page.ts';
import { limitMs, planFaults, type Kind } from './plan.ts';
import { openLog } from './read-log.ts';
import { createAlphabet, write, type Writer } from './write.ts';

export interface RoundOptions {
  readonly kind: Kind;
  readonly seed: number;
  readonly durationMs: number;
}

export interface RoundReport {
  readonly typed: number;
  readonly deleted: number;
  readonly rows: number;
  /** From the lines' return until all pages equal the log; null if they never did. */
  readonly equalAfterMs: number | null;
  /** How long successful pulls took. */
  readonly pullsMs: readonly number[];
  readonly wrong: readonly string[];
}

const WRITERS = 4;
/** How long to wait for pages that miss their limit, so that the report tells late from never. */
const GIVE_UP_MS = 40_000;
const LOOK_EVERY_MS = 100;

interface Desk extends Writer {
  readonly line: Line;
  readonly person: LivePerson;
  readonly left: Page[];
  readonly retired: Promise<boolean>[];
}

export async function playRound(supabase: TestSupabase, options: RoundOptions): Promise<RoundReport> {
  const ledger = openLedger();
  const { desks, documentId } = await openDesks(supabase, options.seed, ledger);
  const log = openLog(supabase.database, documentId);
  try {
    const returnedAtMs = await typeThroughFaults(desks, options);
    const pages = desks.flatMap(({ page, left }) => [page, ...left]);
    const wrong: string[] = [];
    const onLate = (): unknown => wrong.push(...describeDifferent(desks, log.doc));
    const lateMs = limitMs(options.kind, medianOf(pages.flatMap((page) => page.pullsMs)));
    const equalAfterMs = await waitUntilEqual(desks, log, { returnedAtMs, lateMs, onLate });
    if (equalAfterMs === null) wrong.push('never equal', ...describeDifferent(desks, log.doc));
    else if (equalAfterMs > lateMs) wrong.push(`equal only after ${equalAfterMs} ms`);
    // Samples need their time too.
    await sleep(500);
    const paragraph = log.text().get(0);
    const text = paragraph instanceof Y.XmlElement ? paragraph.get(0) : null;
    wrong.push(...(text instanceof Y.XmlText ? ledger.check(text) : ['the text is gone']));
    const folded = foldClocks(log.rows);
    for (const page of pages) wrong.push(...findUnseen(page, log.rows, folded), ...page.complaints);
    const pullsMs = pages.flatMap((page) => page.pullsMs);
    return {
      typed: ledger.typed(),
      deleted: ledger.deleted(),
      rows: log.rows.length,
      equalAfterMs,
      pullsMs,
      wrong,
    };
  } finally {
    await closeAll(desks);
  }
}

async function openDesks(
  supabase: TestSupabase,
  seed: number,
  ledger: Ledger,
): Promise<{ desks: Desk[]; documentId: string }> {
  const lines = await Promise.all(Array.from({ length: WRITERS }, () => openLine(supabase.url)));
  const people = await Promise.all(
    lines.map(async ({ url }, at) => {
      const { email } = await signUpPerson(supabase, `writer-${at}`);
      return signInPerson({ ...supabase, url }, email, undefined, { fetch: createBrowserFetch() });
    }),
  );
  const [owner, ...guests] = people as [LivePerson, ...LivePerson[]];
  const documentId = await createDocument(owner);
  for (const guest of guests) await letIn(owner, guest, documentId, 'editor');
  const letter = createAlphabet();
  const desks = people.map((person, at): Desk => {
    const desk: Desk = {
      line: lines[at]!,
      person,
      page: openPage(person.client, documentId, ledger),
      left: [],
      retired: [],
      chance: createRandom(seed * 100 + at),
      letter,
      reload: () => {
        desk.left.push(desk.page);
        desk.page.stop();
        desk.retired.push(desk.page.provider.retire());
        desk.page = openPage(person.client, documentId, ledger);
      },
    };
    return desk;
  });
  await writeFirstWords(desks);
  return { desks, documentId };
}

/** All are live and have the paragraph before the faults begin. */
async function writeFirstWords([first, ...others]: readonly Desk[]): Promise<void> {
  const all = [first!, ...others];
  await until(() =>
    all.every(({ page }) => page.provider.view.live && page.provider.people.length === WRITERS),
  );
  first!.page.doc.transact(() => {
    const root = first!.page.root;
    if (root.length === 0) root.insert(0, [new Y.XmlElement('paragraph')]);
    const paragraph = root.get(0) as Y.XmlElement;
    if (paragraph.length === 0) paragraph.insert(0, [new Y.XmlText()]);
  });
  await until(() => all.every(({ page }) => page.text() !== null));
}

/** Resolves to the moment at which all lines are good again and the last letter was typed. */
async function typeThroughFaults(
  desks: readonly Desk[],
  { kind, seed, durationMs }: RoundOptions,
): Promise<number> {
  let isOver = false;
  const timers = desks.flatMap(({ line }, at) =>
    planFaults(kind, createRandom(seed * 100 + 50 + at), durationMs).map(({ atMs, strike }) =>
      setTimeout(() => strike(line), atMs),
    ),
  );
  const writing = desks.map((desk) => write(desk, () => isOver));
  await sleep(durationMs);
  timers.forEach(clearTimeout);
  isOver = true;
  await Promise.all(writing);
  for (const { line } of desks) line.heal();
  return Date.now();
}

interface Returned {
  readonly returnedAtMs: number;
  readonly lateMs: number;
  /** Called once when the pages should be equal and are not. */
  readonly onLate: () => void;
}

async function waitUntilEqual(
  desks: readonly Desk[],
  log: ReturnType<typeof openLog>,
  { returnedAtMs, lateMs, onLate }: Returned,
): Promise<number | null> {
  let saved = 0;
  const retired = desks.flatMap((desk) => desk.retired);
  for (const each of retired) void each.then((isSaved) => (saved += Number(isSaved)));
  let isLate = false;
  for (let sinceMs = 0; sinceMs < GIVE_UP_MS; sinceMs = Date.now() - returnedAtMs) {
    await log.read();
    const isSettled = ({ page }: Desk): boolean =>
      page.provider.view.unsaved === 0 && isEqual(page.doc, log.doc);
    if (saved === retired.length && desks.every(isSettled)) return sinceMs;
    if (!isLate && sinceMs > lateMs) onLate();
    isLate ||= sinceMs > lateMs;
    await sleep(LOOK_EVERY_MS);
  }
  return null;
}

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

const describeDifferent = (desks: readonly Desk[], log: Y.Doc): string[] =>
  desks.flatMap(({ page, left }) => [
    ...(page.provider.view.unsaved > 0 || !isEqual(page.doc, log)
      ? [`${page.doc.clientID}: ${page.describe()}; ${describeDifference(page.doc, log)}`]
      : []),
    ...left
      .filter(({ provider }) => provider.view.unsaved > 0)
      .map((each) => `${each.doc.clientID}, a page that was left: ${each.describe()}`),
  ]);

async function until(isTrue: () => boolean): Promise<void> {
  const endsAtMs = Date.now() + 60_000;
  while (!isTrue()) {
    if (Date.now() > endsAtMs) throw new Error('the round cannot begin');
    await sleep(50);
  }
}

async function closeAll(desks: readonly Desk[]): Promise<void> {
  for (const { page, left, line } of desks) {
    for (const each of [page, ...left]) {
      each.stop();
      each.provider.destroy();
      each.provider.awareness.destroy();
    }
    await line.close();
  }
}
