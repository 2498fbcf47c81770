/**
 * A random week of a document: people comment, change their minds, read, change settings, lose rights; workers send mails, crash
 * between claiming and reporting, and run two at once. Every letter is compared with what its person must be told.
 */
import { randomUUID } from 'node:crypto';
import { createRandom } from '../support/random.ts';
import type { Queue } from './open-queue.ts';
import { Sent, type Letter } from './sent.ts';
import {
  KINDS,
  ToldPeople,
  type Comment,
  type Kind,
  type Level,
  type Person,
  type Role,
  type Thread,
} from './told-people.ts';
import { STARTS, ZONES } from './zones.ts';

const STEPS = 60;
type Outcome = 'sent' | 'failed' | 'refused' | 'crash' | 'crash after sending';

const NAMES = ['Olga', 'Edita', 'Karel', 'Viktor', 'Emil'];
const ROLES: readonly Role[] = ['editor', 'commenter', 'viewer'];
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const PAUSES = [SECOND, 30 * SECOND, 3 * MINUTE, 20 * MINUTE, 3 * HOUR];
const BUSY_PAUSES = [SECOND, 30 * SECOND, MINUTE];
/** At the end the workers go on for as long: quiet hours end and digests come. */
const AFTERWARDS_MS = 52 * HOUR;

/** Returns what was wrong. */
export async function playNotifications(seed: number, queue: Queue): Promise<readonly string[]> {
  return new Play(seed, queue).run();
}

class Play {
  readonly #below: (limit: number) => number;
  readonly #queue: Queue;
  readonly #oracle = new ToldPeople();
  readonly #sent = new Sent(this.#oracle);
  readonly #people: Person[] = [];
  readonly #isBusy: boolean;
  #document = '';
  #nowMs: number;
  #mention = 0;

  constructor(seed: number, queue: Queue) {
    const random = createRandom(seed);
    this.#below = (limit) => Math.floor(random() * limit);
    this.#queue = queue;
    this.#isBusy = this.#below(4) === 0;
    this.#nowMs = STARTS[this.#below(STARTS.length)]! + this.#below(24) * HOUR;
  }

  async run(): Promise<readonly string[]> {
    await this.#queue.clear();
    await this.#tick(0);
    await this.#meet();
    // Some weeks are one busy hour.
    const pauses = this.#isBusy ? BUSY_PAUSES : PAUSES;
    for (let step = 0; step < (this.#isBusy ? 2 : 1) * STEPS; step += 1) {
      await this.#tick(pauses[this.#below(pauses.length)]!);
      await this.#step();
      this.#oracle.note();
    }
    for (let passed = 0; passed < AFTERWARDS_MS; passed += 2 * HOUR) {
      await this.#tick(2 * HOUR);
      if (await this.#isDue()) await this.#work(0, 'sent');
    }
    this.#sent.judgeLost();
    return this.#sent.faults;
  }

  async #tick(ms: number): Promise<void> {
    this.#nowMs += ms;
    await this.#queue.setTime(this.#nowMs);
  }

  async #meet(): Promise<void> {
    for (const name of NAMES) {
      const id = await this.#queue.addPerson(name);
      const person: Person = {
        name,
        id,
        levels: {},
        mails: true,
        isReachable: true,
        zone: 'UTC',
        quiet: null,
        digestHour: null,
      };
      this.#people.push(person);
    }
    const [olga] = this.#people as [Person];
    const made = (await this.#as(olga, 'select public.create_document($1)', [randomUUID()])) as {
      id: string;
    };
    this.#document = made.id;
    this.#oracle.roles.set(olga, 'owner');
    for (const person of this.#people.slice(1, 4)) await this.#join(person, ROLES[this.#below(3)]!);
    for (const person of this.#people) if (this.#below(2) === 0) await this.#choose(person);
  }

  #as(person: Person, sql: string, values: readonly unknown[] = []): Promise<unknown> {
    return this.#queue.as(person.id, sql, values);
  }

  async #join(person: Person, role: Role): Promise<void> {
    await this.#queue.clients[0].query(
      `insert into public.members (document_id, user_id, role) values ($1, $2, $3)
       on conflict (document_id, user_id) do update set role = excluded.role`,
      [this.#document, person.id, role],
    );
    this.#oracle.roles.set(person, role);
  }

  async #step(): Promise<void> {
    const { roles, isInTrash } = this.#oracle;
    const members = [...roles.keys()];
    const person = members[this.#below(members.length)]!;
    const dice = this.#below(100);
    if (dice < 22 || (this.#isBusy && this.#below(3) === 0)) return this.#workers();
    if (dice < 32) return this.#read(this.#people[this.#below(this.#people.length)]!);
    if (dice < 38) return this.#choose(this.#people[this.#below(this.#people.length)]!);
    if (dice < 40) return this.#toTrash();
    if (isInTrash) return undefined;
    if (dice < 62) return this.#comment(person);
    if (dice < 74) return this.#changeThread(person);
    if (dice < 80) return this.#mentionInText(person);
    if (dice < 90) return this.#changeAccess();
    if (dice < 94) return this.#watch(person);
    return this.#ask();
  }

  async #comment(author: Person): Promise<void> {
    if (this.#oracle.roles.get(author) === 'viewer') return;
    const old = this.#oracle.threads.filter(({ comments }) => comments.some(({ isDeleted }) => !isDeleted));
    const isNew = old.length === 0 || this.#below(3) === 0;
    const thread: Thread = isNew
      ? { id: randomUUID(), by: author, assignee: null, isResolved: false, comments: [] }
      : old[this.#below(old.length)]!;
    const comment: Comment = { id: randomUUID(), author, thread, mentions: this.#some(), isDeleted: false };
    const able = [...this.#oracle.roles.keys()].filter((one) => this.#oracle.seesComments(one));
    const assignee = this.#below(4) === 0 ? able[this.#below(able.length)]! : null;
    await this.#as(author, 'select public.add_comment($1, $2, $3, $4, $5, $6)', [
      this.#document,
      thread.id,
      comment.id,
      JSON.stringify({ kind: 'document', units: '', seq: 1, quote: '', before: '', after: '', heading: '' }),
      JSON.stringify(bodyOf(comment.mentions)),
      assignee?.id ?? null,
    ]);
    this.#oracle.addComment(comment, assignee, this.#nowMs);
  }

  /** Members, and sometimes a stranger. */
  #some(): readonly Person[] {
    return this.#people.filter(() => this.#below(4) === 0);
  }

  async #changeThread(person: Person): Promise<void> {
    const { threads, roles } = this.#oracle;
    const thread = threads[this.#below(Math.max(1, threads.length))];
    if (!thread || roles.get(person) === 'viewer') return;
    const living = thread.comments.filter(({ isDeleted }) => !isDeleted);
    if (living.length === 0) return;
    const comment = living[this.#below(living.length)]!;
    const dice = this.#below(4);
    if (dice === 0) await this.#edit(comment);
    else if (dice === 1) await this.#delete(comment);
    else if (dice === 2) await this.#resolve(thread, person);
    else await this.#assign(thread, person);
  }

  async #edit(comment: Comment): Promise<void> {
    const role = this.#oracle.roles.get(comment.author);
    if (role === undefined || role === 'viewer') return;
    const mentions = this.#some();
    const sql = 'select public.edit_comment($1, $2, $3)';
    await this.#as(comment.author, sql, [this.#document, comment.id, JSON.stringify(bodyOf(mentions))]);
    if (JSON.stringify(bodyOf(mentions)) === JSON.stringify(bodyOf(comment.mentions))) return;
    const members = (people: readonly Person[]) => people.filter((one) => this.#oracle.roles.has(one));
    comment.mentions = members(comment.mentions);
    this.#oracle.editMentions(comment, members(mentions), this.#nowMs);
    comment.mentions = mentions;
  }

  async #delete(comment: Comment): Promise<void> {
    const owner = [...this.#oracle.roles].find(([, role]) => role === 'owner')![0];
    await this.#as(owner, 'select public.delete_comment($1, $2)', [this.#document, comment.id]);
    comment.isDeleted = true;
    this.#oracle.takeBack((told) => told.comment === comment);
  }

  async #resolve(thread: Thread, person: Person): Promise<void> {
    const role = this.#oracle.roles.get(person);
    if (role !== 'owner' && role !== 'editor') return;
    thread.isResolved = !thread.isResolved;
    const state = thread.isResolved ? 'resolved' : 'open';
    await this.#as(person, 'select public.set_thread_state($1, $2, $3)', [this.#document, thread.id, state]);
    this.#oracle.takeBack((told) => told.thread === thread && told.kind === 'resolved' && !told.isSeen);
    if (!thread.isResolved) return;
    const people = this.#oracle.concernedBy(thread).filter((one) => this.#oracle.seesComments(one));
    this.#oracle.tell(
      `resolved ${this.#nowMs} ${thread.id}`,
      person,
      people.map((one) => [one, 'resolved'] as const),
      this.#nowMs,
      {
        thread,
      },
    );
  }

  async #assign(thread: Thread, person: Person): Promise<void> {
    const able = [...this.#oracle.roles.keys()].filter((one) => this.#oracle.seesComments(one));
    const assignee = this.#below(3) === 0 ? null : able[this.#below(able.length)]!;
    if (assignee === thread.assignee) return;
    thread.assignee = assignee;
    await this.#as(person, 'select public.assign_thread($1, $2, $3)', [
      this.#document,
      thread.id,
      assignee?.id ?? null,
    ]);
    this.#oracle.takeBack((told) => told.thread === thread && told.kind === 'assigned' && !told.isSeen);
    this.#oracle.tell(`assigned ${this.#nowMs} ${thread.id}`, person, [[assignee, 'assigned']], this.#nowMs, {
      thread,
    });
  }

  async #mentionInText(actor: Person): Promise<void> {
    const role = this.#oracle.roles.get(actor);
    if (role !== 'owner' && role !== 'editor') return;
    const members = [...this.#oracle.roles.keys()];
    const to = members[this.#below(members.length)]!;
    const lately = this.#oracle.told.filter(
      (one) =>
        one.to === to &&
        one.actor === actor &&
        one.kind === 'mentioned' &&
        !one.isTakenBack &&
        one.atMs > this.#nowMs - HOUR,
    );
    const clock = (this.#mention += 1);
    await this.#as(actor, 'select public.notify_mention($1, $2, 20, $3)', [this.#document, to.id, clock]);
    if (lately.length < 5) this.#oracle.tell(`text ${clock}`, actor, [[to, 'mentioned']], this.#nowMs);
    if (this.#below(3) > 0) return;
    this.#oracle.note();
    await this.#tick(MINUTE);
    await this.#as(actor, 'select public.take_back_mention($1, $2, 20, $3)', [this.#document, to.id, clock]);
    this.#oracle.takeBack((told) => told.event === `text ${clock}` && !told.isSeen);
  }

  async #read(person: Person): Promise<void> {
    const { threads, roles, isInTrash } = this.#oracle;
    const dice = this.#below(3);
    if (dice === 0) {
      await this.#as(person, "select public.mark_notifications('seen')");
      return this.#oracle.see((told) => told.to === person);
    }
    if (!roles.has(person) || isInTrash) return;
    if (dice === 1) {
      await this.#as(person, 'select public.see_document($1)', [this.#document]);
      return this.#oracle.see((told) => told.to === person && !told.thread && told.kind !== 'access_asked');
    }
    const thread = threads[this.#below(Math.max(1, threads.length))];
    if (!thread || !this.#oracle.seesComments(person)) return;
    await this.#as(person, 'select public.read_threads($1, $2)', [this.#document, [thread.id]]);
    this.#oracle.see((told) => told.to === person && told.thread === thread);
  }

  async #choose(person: Person): Promise<void> {
    const chosen = KINDS.filter(() => this.#below(4) === 0);
    person.levels = Object.fromEntries(
      chosen.map((kind): [Kind, Level] => [kind, (['off', 'app', 'mail'] as const)[this.#below(3)]!]),
    );
    person.mails = this.#below(6) > 0;
    person.zone = ZONES[this.#below(ZONES.length)]!;
    const from = this.#below(24) * 60;
    const isQuietAtTimes = this.#below(2) > 0;
    person.quiet = isQuietAtTimes ? [from, (from + 30 + this.#below(19) * 60) % (24 * 60)] : null;
    person.digestHour = this.#below(3) === 0 ? null : this.#below(24);
    const clockOf = (minutes: number): string =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    await this.#as(person, 'select public.save_notification_settings($1)', [
      JSON.stringify({
        levels: person.levels,
        mails: person.mails,
        hidesText: false,
        timeZone: person.zone,
        quietFrom: person.quiet && clockOf(person.quiet[0]),
        quietTo: person.quiet && clockOf(person.quiet[1]),
        digestHour: person.digestHour,
      }),
    ]);
  }

  async #watch(person: Person): Promise<void> {
    const level = (['all', 'mine', 'none'] as const)[this.#below(3)]!;
    await this.#as(person, 'select public.set_watch($1, $2)', [this.#document, level]);
    this.#oracle.watches.set(person, level);
  }

  async #changeAccess(): Promise<void> {
    const { roles } = this.#oracle;
    const owner = [...roles].find(([, role]) => role === 'owner')![0];
    const others = this.#people.filter((one) => one !== owner);
    const person = others[this.#below(others.length)]!;
    const role = ROLES[this.#below(3)]!;
    const dice = this.#below(4);
    if (dice === 0) {
      this.#oracle.viewersSeeComments = !this.#oracle.viewersSeeComments;
      const values = [this.#document, this.#oracle.viewersSeeComments];
      await this.#as(owner, 'select public.set_viewers_see_comments($1, $2)', values);
    } else if (!roles.has(person)) await this.#join(person, role);
    else if (dice === 1) {
      await this.#as(owner, 'select public.remove_member($1, $2)', [this.#document, person.id]);
      roles.delete(person);
    } else if (roles.get(person) !== role) {
      await this.#as(owner, 'select public.set_member_role($1, $2, $3)', [this.#document, person.id, role]);
      roles.set(person, role);
      this.#oracle.takeBack((told) => told.to === person && told.kind === 'role_changed');
      this.#oracle.tell(`role ${this.#nowMs}`, owner, [[person, 'role_changed']], this.#nowMs);
    }
  }

  /** A stranger, or one who may only read, asks; the owner answers later, or never. */
  async #ask(): Promise<void> {
    const { roles } = this.#oracle;
    const owner = [...roles].find(([, role]) => role === 'owner')![0];
    const person = this.#people.find((one) => !['owner', 'editor'].includes(roles.get(one) ?? ''));
    if (!person) return;
    const asked = this.#oracle.told.find(
      (one) => one.kind === 'access_asked' && one.actor === person && !one.isTakenBack,
    );
    if (!asked) {
      const { rowCount } = await this.#queue.clients[0].query(
        'select from private.access_requests where document_id = $1 and user_id = $2',
        [this.#document, person.id],
      );
      await this.#as(person, 'select public.request_access($1)', [this.#document]);
      if (rowCount === 0)
        this.#oracle.tell(`asked ${person.id}`, person, [[owner, 'access_asked']], this.#nowMs);
      return;
    }
    const role = this.#below(2) === 0 ? null : ('editor' as const);
    await this.#as(owner, 'select public.answer_request($1, $2, $3)', [this.#document, person.id, role]);
    this.#oracle.takeBack((told) => told === asked);
    const kind = role === null ? 'access_refused' : 'access_granted';
    this.#oracle.takeBack((told) => told.to === person && told.kind === kind);
    this.#oracle.tell(`answered ${this.#nowMs}`, owner, [[person, kind]], this.#nowMs);
    if (role) roles.set(person, role);
  }

  async #toTrash(): Promise<void> {
    const owner = [...this.#oracle.roles].find(([, role]) => role === 'owner')![0];
    const name = this.#oracle.isInTrash ? 'restore_document' : 'delete_document';
    await this.#as(owner, `select public.${name}($1)`, [this.#document]);
    this.#oracle.isInTrash = !this.#oracle.isInTrash;
  }

  async #isDue(): Promise<boolean> {
    const { rows } = await this.#queue.clients[0].query<{ is_due: boolean }>(
      'select public.mails_are_due() as is_due',
    );
    return rows[0]!.is_due;
  }

  async #workers(): Promise<void> {
    const outcome = (['sent', 'sent', 'sent', 'failed', 'crash', 'crash after sending', 'refused'] as const)[
      this.#below(7)
    ]!;
    if (this.#below(3) > 0) return this.#work(0, outcome);
    // Both have their mails before either knows what became of the other's.
    const [first, second] = await Promise.all([this.#claim(0), this.#claim(1)]);
    await this.#deliver(first, outcome);
    await this.#deliver(second, 'sent');
  }

  async #work(worker: 0 | 1, outcome: Outcome): Promise<void> {
    await this.#deliver(await this.#claim(worker), outcome);
  }

  async #claim(worker: 0 | 1): Promise<readonly Letter[]> {
    const sql = 'select public.claim_mails(true) as letters';
    const { rows } = await this.#queue.clients[worker].query<{ letters: Letter[] }>(sql);
    const { letters } = rows[0]!;
    for (const letter of letters) this.#sent.claimed(letter, this.#people, this.#nowMs);
    return letters;
  }

  async #deliver(letters: readonly Letter[], outcome: Outcome): Promise<void> {
    const [client] = this.#queue.clients;
    for (const letter of letters) {
      if (outcome === 'crash' || outcome === 'crash after sending') this.#sent.lose(letter);
      if (outcome === 'crash') continue;
      if (outcome === 'sent' || outcome === 'crash after sending') this.#sent.send(letter, this.#nowMs);
      if (outcome === 'crash after sending') continue;
      if (outcome === 'refused') this.#sent.refuse(letter);
      this.#sent.report(letter, outcome);
      await client.query('select public.report_mail($1, $2, $3)', [letter.id, outcome, 'a problem']);
    }
    this.#oracle.note();
  }
}

const bodyOf = (mentions: readonly Person[]): unknown => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Look' },
        ...mentions.map(({ id, name }) => ({ type: 'mention', attrs: { id, label: name } })),
      ],
    },
  ],
});
