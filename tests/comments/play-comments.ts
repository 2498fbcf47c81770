/**
 * A random history with threads. Two to four people write one document on pages of their own, with what follows text there: the
 * follower, the undo and the tracker of places. The log, its folds and restores are as on the server. Nobody waits for the network.
 */
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { readHeirs } from '#contract/authorship/heir-ranges.ts';
import { projectHeirs } from '#contract/authorship/projected-heirs.ts';
import { readSpans } from '#contract/authorship/read-spans.ts';
import { heirsInRestored, placesOf } from '#contract/authorship/restored-heirs.ts';
import { compareDocuments } from '#contract/comparison/compare-documents.ts';
import { project } from '#contract/comparison/parts.ts';
import { placeInLog, seqToReadFrom, type ThreadToPlace } from '#contract/comments/place-in-log.ts';
import type { TracedRow } from '#contract/comments/trace-copies.ts';
import type { Anchor, StoredPlace } from '#contract/comments/thread.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { readDocument, writeDocument } from '#contract/text/yjs-document.ts';
import { declareHeirs, writeHeirs } from '#yjs-supabase';
import { trackPlaces, type PlaceTracker } from '../../src/app/room/comments/place-tracker.ts';
import { followText, type TextFollower } from '../../src/app/room/follow/follow-text.ts';
import { forwardChange } from '../../supabase/functions/_shared/server/forward-change.ts';
import { change, type Deleted } from '../histories/change-text.ts';
import { createRandom } from '../support/random.ts';
import { chooseAnchor } from './choose-anchor.ts';
import { CopiesBeside } from './copies-beside.ts';
import { Identities, type Doing, type Left, type Letter } from './identities.ts';
import { copyText, insertImage, insertTable, moveImage, moveRow, typeAgain } from './more-changes.ts';

export interface PlayedThread {
  readonly id: string;
  readonly anchor: Anchor;
  readonly letters: ReadonlySet<Letter>;
  place: StoredPlace | null;
  isChecked: boolean;
}

interface Watched {
  readonly doc: Y.Doc;
  readonly copies: CopiesBeside<PlayedThread>;
}

export interface Page extends Watched {
  readonly tracker: PlaceTracker;
  /** Letters of which this page received a copy shortly before their deletion: for it, that is a move. */
  readonly moved: ReadonlySet<Letter>;
}

interface Unsent {
  readonly update: Uint8Array;
  readonly heirs: string;
  readonly left: Left;
}

interface Person {
  readonly doc: Y.Doc;
  readonly copies: CopiesBeside<PlayedThread>;
  follower: TextFollower;
  tracker: PlaceTracker;
  undo: Y.UndoManager;
  moved: Set<Letter>;
  /** By client. */
  receivedMs: Map<number, number>;
  deleted: Deleted[];
  unsent: Unsent[];
  changedMs: number;
  sentMs: number;
  read: number;
  isOffline: boolean;
  doing: Doing;
}

const FIRST_LETTER = 0xac00;
const STEPS = 70;
const LOCAL = 'local';
const NOTHING: Left = { atOnce: [], recently: [] };
/** As `found-copies.ts`. */
const RECENT_MS = 3000;

/** At the end, when all is delivered and folded, on a page that saw it, or on one that is opened then. */
type When = 'meanwhile' | 'at the end' | 'opened';

interface Log extends Watched {
  readonly threads: readonly PlayedThread[];
}

export type Look = (page: Page, log: Log, identities: Identities, when: When) => void;

export function playComments(seed: number, look: Look): void {
  new Play(seed, look).run();
}

class Play {
  readonly #below: (limit: number) => number;
  readonly #look: Look;
  readonly #rows: TracedRow[] = [];
  readonly #threads: PlayedThread[] = [];
  readonly #identities = new Identities();
  readonly #log: Log = { doc: new Y.Doc(), copies: new CopiesBeside<PlayedThread>(), threads: this.#threads };
  /** By the seq of the change. */
  readonly #left = new Map<number, Left>();
  readonly #snapshots: { readonly seq: number; readonly state: Uint8Array }[] = [];
  readonly #people: Person[] = [];
  readonly #most: number;
  #nowMs = 0;
  #letters = 0;
  #clients = 1;

  constructor(seed: number, look: Look) {
    const random = createRandom(seed);
    this.#below = (limit) => Math.floor(random() * limit);
    this.#look = look;
    this.#most = 1 + this.#below(20);
  }

  run(): void {
    const count = 2 + this.#below(3);
    for (let at = 0; at < count; at += 1) this.#people.push(this.#open());
    const [first] = this.#people as [Person];
    for (let block = 0; block < 4; block += 1) this.#act(first, 0);
    this.#meet();
    for (let step = 0; step < STEPS; step += 1) this.#step();
    for (const person of this.#people) person.isOffline = false;
    this.#meet();
    this.#fold();
    // Another opens the document: with what the fold left of it.
    const reader = this.#open();
    this.#receive(reader);
    for (const page of this.#people) this.#look(page, this.#log, this.#identities, 'at the end');
    this.#look(reader, this.#log, this.#identities, 'opened');
    for (const person of [...this.#people, reader]) close(person);
  }

  #open(): Person {
    const doc = new Y.Doc();
    doc.clientID = this.#clients += 1 + this.#below(3);
    const snapshot = this.#snapshots.at(-1);
    if (snapshot) applyUpdates(doc, [snapshot.state], { from: null });
    const nowMs = (): number => this.#nowMs;
    const follower = followText(doc, TEXT_ROOT, { nowMs });
    const tracker = trackPlaces(doc, follower, { nowMs, startTimer: (_, run) => (run(), () => undefined) });
    const undo = new Y.UndoManager(doc.getXmlFragment(TEXT_ROOT), {
      trackedOrigins: new Set([LOCAL]),
      captureTimeout: 0,
    });
    tracker.onMoved(() => this.#threads.forEach(tracker.placeOf));
    const person: Person = {
      doc,
      copies: new CopiesBeside<PlayedThread>(),
      follower,
      tracker,
      undo,
      moved: new Set(),
      receivedMs: new Map(),
      deleted: [],
      unsent: [],
      changedMs: -Infinity,
      sentMs: -Infinity,
      read: snapshot?.seq ?? 0,
      isOffline: false,
      doing: 'bring back',
    };
    let left = NOTHING;
    doc.on('afterTransaction', (transaction: Y.Transaction) => {
      if (!transaction.local) return;
      left = this.#identities.note(transaction, doc.clientID, person.doing);
      this.#join(left.atOnce, person.changedMs);
      person.changedMs = this.#nowMs;
    });
    doc.on('update', (update: Uint8Array, origin: unknown, _: Y.Doc, transaction: Y.Transaction) => {
      if (!isRemote(origin)) person.unsent.push({ update, heirs: writeHeirs(transaction), left });
    });
    // As far as the page knows: it cannot see that another brought a letter back.
    const isLost = (thread: PlayedThread): boolean => tracker.placeOf(thread).state !== 'exact';
    doc.on('afterTransaction', (one: Y.Transaction) =>
      person.copies.note(one, this.#identities, () => this.#threads.filter(isLost)),
    );
    return person;
  }

  /**
   * A copy, and the deletion of its source soon after, are a move. The log only knows when they were logged: at once, if the page
   * was offline.
   */
  #join(left: readonly Letter[], beforeMs: number): void {
    if (this.#nowMs - beforeMs < RECENT_MS) for (const letter of left) this.#identities.doubled.add(letter);
  }

  #step(): void {
    this.#nowMs += [40, 300, 2000, 12_000][this.#below(4)]!;
    const person = this.#people[this.#below(this.#people.length)]!;
    const dice = this.#below(100);
    if (dice < 45) this.#act(person, this.#below(100));
    else if (dice < 52) person.undo.undo();
    else if (dice < 55) person.undo.redo();
    else if (dice < 67) this.#send(person);
    else if (dice < 79) this.#receive(person);
    else if (dice < 89) this.#comment(person);
    else if (dice < 92) this.#fold();
    else if (dice < 95) this.#restore();
    else if (dice < 97) person.isOffline = !person.isOffline;
    else this.#reload(person);
    const page = this.#people.includes(person) ? person : this.#people.at(-1)!;
    this.#look(page, this.#log, this.#identities, 'meanwhile');
  }

  #act(person: Person, dice: number): void {
    const below = this.#below;
    const newLetters = (count: number): string =>
      Array.from({ length: count }, () => String.fromCharCode(FIRST_LETTER + this.#letters++)).join('');
    const tools = { doc: person.doc, below, newLetters };
    const run = (doing: Doing, act: () => void): void => {
      person.doing = doing;
      person.doc.transact(act, LOCAL);
      person.doing = 'bring back';
    };
    if (dice >= 96) return run('copy', () => copyText(tools));
    if (dice >= 92) return this.#typeAgain(person);
    if (dice >= 88) return run('move', () => insertTable(tools));
    if (dice >= 82) return run('move', () => moveRow(tools));
    if (dice >= 79) return run('move', () => insertImage(tools));
    if (dice >= 74) return run('move', () => moveImage(tools));
    run('move', () => {
      const { deleted } = person;
      const note = (): void => undefined;
      const { heirs } = change(person.doc, {
        below,
        newLetters,
        note,
        isInTurn: false,
        deleted,
        between: ' ',
      });
      person.doc.transact((transaction) => declareHeirs(transaction, heirs));
    });
  }

  #typeAgain(person: Person): void {
    const { doc } = person;
    const text = typeAgain({ doc, below: this.#below, newLetters: () => '' });
    if (text === null) return;
    doc.transact(text.remove, LOCAL);
    this.#nowMs += 5000;
    person.doing = 'type again';
    doc.transact(text.insert, LOCAL);
    person.doing = 'bring back';
  }

  #send(person: Person): void {
    const sent = person.isOffline ? undefined : person.unsent.shift();
    if (!sent) return;
    this.#join(sent.left.atOnce, person.sentMs);
    person.sentMs = this.#nowMs;
    this.#append({
      client: person.doc.clientID,
      update: sent.update,
      heirs: readHeirs(sent.heirs),
      isRestore: false,
    });
    this.#left.set(this.#rows.length, sent.left);
  }

  #append(row: Pick<TracedRow, 'client' | 'update' | 'isRestore' | 'heirs'>): void {
    this.#rows.push({ ...row, seq: this.#rows.length + 1, atMs: this.#nowMs });
    const { doc, copies } = this.#log;
    const findLost = (): readonly PlayedThread[] => {
      const places = this.#identities.placesIn(doc);
      return this.#threads.filter(({ letters }) => ![...letters].some((letter) => places.has(letter)));
    };
    doc.once('afterTransaction', (one: Y.Transaction) => copies.note(one, this.#identities, findLost));
    applyUpdates(doc, [row.update]);
    this.#identities.placesIn(doc);
  }

  #receive(person: Person): void {
    if (person.isOffline) return;
    for (; person.read < this.#rows.length; person.read += 1) {
      const { client, update } = this.#rows[person.read]!;
      if (client === null || client === person.doc.clientID) continue;
      const recently = this.#left.get(person.read + 1)?.recently ?? [];
      const beforeMs = person.receivedMs.get(client) ?? -Infinity;
      if (this.#nowMs - beforeMs < RECENT_MS) for (const letter of recently) person.moved.add(letter);
      person.receivedMs.set(client, this.#nowMs);
      person.follower.takeIncoming([{ bytes: update, clientId: client }]);
      applyUpdates(person.doc, [update], { from: client });
    }
  }

  /** Until nobody has anything that another lacks. */
  #meet(): void {
    const isDone = (): boolean =>
      this.#people.every(
        ({ unsent, read, isOffline }) => isOffline || (unsent.length === 0 && read === this.#rows.length),
      );
    for (let round = 0; round < 50 && !isDone(); round += 1)
      for (const person of this.#people) {
        while (!person.isOffline && person.unsent.length > 0) this.#send(person);
        this.#receive(person);
      }
  }

  #comment(person: Person): void {
    if (this.#threads.length >= this.#most || person.isOffline) return;
    this.#meet();
    const chosen = chooseAnchor(person.doc, this.#below);
    if (!chosen) return;
    const letters = new Set(chosen.ids.flatMap(([client, clock]) => this.#identities.of(client, clock)));
    if (letters.size === 0) return;
    const anchor = { ...chosen.anchor, seq: this.#rows.length };
    this.#threads.push({
      id: `thread ${this.#threads.length}`,
      anchor,
      letters,
      place: null,
      isChecked: this.#below(2) === 0,
    });
    this.#tell();
  }

  #fold(): void {
    const seq = this.#rows.length;
    const doc = new Y.Doc();
    applyUpdates(
      doc,
      this.#rows.map(({ update }) => update),
    );
    // A change that another one waits for is not logged yet.
    if (doc.store.pendingStructs !== null) return;
    if (this.#snapshots.at(-1)?.seq !== seq) this.#snapshots.push({ seq, state: Y.encodeStateAsUpdate(doc) });
    if (this.#threads.length === 0) return;
    const threads = this.#threads.map((thread): ThreadToPlace => ({ ...thread, generation: 1, attached: 0 }));
    let placed = placeInLog(threads, this.#partFrom(seqToReadFrom(threads)))!;
    for (let round = 0; placed.readFrom !== null && round < 2; round += 1)
      placed = placeInLog(threads, this.#partFrom(placed.readFrom))!;
    for (const { id, state, units, texts } of placed.places) {
      const thread = this.#threads.find((one) => one.id === id)!;
      thread.place = { state, units, seq };
      thread.isChecked = true;
      if (texts) Object.assign(thread.anchor, texts);
    }
    this.#tell();
  }

  /** A page looks at once at threads that come, and again whenever a place may have changed. */
  #tell(): void {
    for (const { tracker } of this.#people) this.#threads.forEach(tracker.placeOf);
  }

  #partFrom(after: number) {
    const until = this.#snapshots.at(-1)!.seq;
    const base = this.#snapshots.findLast(({ seq }) => seq <= after) ?? null;
    const rows = this.#rows.filter(({ seq }) => seq > (base?.seq ?? 0) && seq <= until);
    return { generation: 1, base: base?.seq ?? null, until, state: base ? [base.state] : [], rows };
  }

  #docAt(seq: number): Y.Doc {
    const doc = new Y.Doc();
    applyUpdates(
      doc,
      this.#rows.slice(0, seq).map(({ update }) => update),
    );
    return doc;
  }

  /** A version as a whole, or one of the changes since. */
  #restore(): void {
    if (this.#rows.length < 5) return;
    const present = this.#docAt(this.#rows.length);
    const version = this.#docAt(1 + this.#below(this.#rows.length));
    if (present.store.pendingStructs !== null || version.store.pendingStructs !== null) return;
    const [root, old] = [present.getXmlFragment(TEXT_ROOT), version.getXmlFragment(TEXT_ROOT)];
    const client = (this.#clients += 1);
    let wanted = old;
    let places = placesOf(old);
    if (this.#below(2) === 0) {
      const { parts, changes } = compareDocuments(readDocument(old), readDocument(root));
      if (changes.length === 0) return;
      const chosen = new Set([changes[this.#below(changes.length)]!.id]);
      wanted = writeDocument(project(parts, chosen));
      places = projectHeirs(parts, chosen, readSpans(old), readSpans(root));
    }
    present.once('afterTransaction', (transaction: Y.Transaction) =>
      this.#identities.note(transaction, client, 'bring back'),
    );
    const update = forwardChange(present, wanted, client, places);
    if (update === null) return;
    this.#append({ client, update, isRestore: true, heirs: heirsInRestored(root, client, places) });
  }

  #reload(person: Person): void {
    if (person.isOffline) return;
    this.#meet();
    close(person);
    const again = this.#open();
    this.#people[this.#people.indexOf(person)] = again;
    this.#receive(again);
  }
}

function close({ doc, follower, tracker, undo }: Person): void {
  tracker.close();
  follower.close();
  undo.destroy();
  doc.destroy();
}

const isRemote = (origin: unknown): boolean =>
  typeof origin === 'object' && origin !== null && 'from' in origin;
