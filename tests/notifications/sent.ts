/** Looks at each mail that is handed out, and in the end at what was never mailed. */
import { ABOUT_ACCESS, type Person, type Told, type ToldPeople } from './told-people.ts';
import { isWithin, localTime } from './zones.ts';

export interface Letter {
  readonly id: string;
  readonly kind: 'invitation' | 'notifications' | 'digest';
  readonly to: string;
  readonly items: readonly {
    readonly kind?: string;
    readonly threadId?: string | null;
    readonly commentId?: string | null;
    readonly createdAt?: string;
    readonly held?: number;
    readonly comments?: number;
    readonly people?: readonly string[];
  }[];
}

const HOUR_MS = 3_600_000;
const LEASE_MS = 300_000;
const PATIENCE_MS = 120_000;

export class Sent {
  readonly faults: string[] = [];
  readonly #oracle: ToldPeople;
  readonly #mailed = new Map<Told, string>();
  /** By mail: how often it left, failed, and was claimed without a report. */
  readonly #times = new Map<string, number>();
  readonly #failures = new Map<string, number>();
  readonly #lost = new Map<string, number>();
  readonly #done = new Set<string>();
  readonly #madeMs = new Map<Person, number[]>();
  readonly #known = new Map<string, Person>();
  readonly #digestDays = new Map<Person, Map<string, string>>();
  readonly #digests = new Set<Person>();
  /** By mail: when it was handed out to a worker that has not reported. */
  readonly #outMs = new Map<string, number>();

  constructor(oracle: ToldPeople) {
    this.#oracle = oracle;
  }

  claimed(letter: Letter, people: readonly Person[], nowMs: number): void {
    const person = people.find(({ id, name }) => letter.to === `${name}@${id}.example`.toLowerCase());
    if (!person) return void this.faults.push(`a mail to ${letter.to}`);
    const isNew = !this.#known.has(letter.id);
    if (nowMs - (this.#outMs.get(letter.id) ?? -Infinity) < LEASE_MS)
      this.faults.push(`a mail to ${person.name} is handed out while another worker has it`);
    this.#outMs.set(letter.id, nowMs);
    this.#known.set(letter.id, person);
    if (!person.isReachable) this.faults.push(`a mail to ${person.name}, where nothing arrives`);
    if (!person.mails) this.faults.push(`a mail to ${person.name}, who wants none`);
    if (letter.items.length === 0) this.faults.push(`an empty mail to ${person.name}`);
    const local = localTime(nowMs, person.zone);
    // Made before, it may be sent again when its first sending failed.
    if (isNew && person.quiet && isWithin(local.minute, person.quiet))
      this.faults.push(
        `a mail to ${person.name} at ${local.minute} min in quiet hours ${person.quiet.join('–')}`,
      );
    if (letter.kind === 'digest') return this.#judgeDigest(letter, person, nowMs, isNew);
    const made = (this.#madeMs.get(person) ?? []).filter((atMs) => atMs > nowMs - HOUR_MS);
    if (isNew) this.#madeMs.set(person, [...made, nowMs]);
    if (isNew && made.length >= 10) this.faults.push(`an eleventh mail to ${person.name} in an hour`);
    for (const item of letter.items) this.#judgeItem(item, person, letter.id);
    const hasWaited = letter.items.some(
      ({ kind, createdAt }) =>
        nowMs - Date.parse(createdAt ?? '') >= (ABOUT_ACCESS.has(kind ?? '') ? 0 : PATIENCE_MS),
    );
    if (!hasWaited) this.faults.push(`a mail to ${person.name} within two minutes`);
    return undefined;
  }

  #judgeItem(item: Letter['items'][number], person: Person, mail: string): void {
    const told = this.#oracle.told.find(
      (one) =>
        one.to === person &&
        !one.isTakenBack &&
        one.kind === item.kind &&
        (one.comment?.id ?? null) === (item.commentId ?? null) &&
        (one.thread?.id ?? null) === (item.threadId ?? null) &&
        one.atMs === Date.parse(item.createdAt ?? '') &&
        (this.#mailed.get(one) ?? mail) === mail,
    );
    const name = `${item.kind} to ${person.name}`;
    if (!told)
      return void this.faults.push(`${name}, which did not happen, was taken back, or was mailed before`);
    if (!told.isForMail) this.faults.push(`${name}, which was for the app only`);
    if (told.isSeen) this.faults.push(`${name}, which was seen`);
    if (!this.#oracle.maySee(told)) this.faults.push(`${name}, who may not know of it any more`);
    if (this.#oracle.levelOf(person, told.kind) !== 'mail')
      this.faults.push(`${name}, who wants no mail of it`);
    this.#mailed.set(told, mail);
    return undefined;
  }

  #judgeDigest(letter: Letter, person: Person, nowMs: number, isNew: boolean): void {
    const { day, hour } = localTime(nowMs, person.zone);
    const days = this.#digestDays.get(person) ?? new Map<string, string>();
    this.#digestDays.set(person, days);
    if (isNew && days.has(day)) this.faults.push(`a second digest to ${person.name} on ${day}`);
    if (isNew) days.set(day, letter.id);
    if (isNew && (person.digestHour === null || hour < person.digestHour))
      this.faults.push(`a digest to ${person.name} at ${hour}, not at ${person.digestHour}`);
    if (this.#oracle.isInTrash) this.faults.push(`a digest to ${person.name} of a document in the trash`);
    if (!this.#oracle.roles.has(person)) this.faults.push(`a digest to ${person.name}, who has no access`);
    const isBare = letter.items.every(({ held, comments, people }) => !held && !comments && !people?.length);
    if (isBare) this.faults.push(`a digest without news to ${person.name}`);
  }

  send(letter: Letter, nowMs: number): void {
    const times = (this.#times.get(letter.id) ?? 0) + 1;
    this.#times.set(letter.id, times);
    if (this.#done.has(letter.id)) this.faults.push(`mail ${letter.id} left again`);
    if (times > 2) this.faults.push(`mail ${letter.id} left ${times} times, the last time at ${nowMs}`);
    const person = this.#known.get(letter.id);
    if (letter.kind === 'digest' && person) this.#digests.add(person);
  }

  /** The queue knows now what became of it. */
  report(letter: Letter, outcome: 'sent' | 'failed' | 'refused'): void {
    this.#outMs.delete(letter.id);
    if (outcome === 'sent') this.#done.add(letter.id);
    if (outcome === 'failed') this.#failures.set(letter.id, (this.#failures.get(letter.id) ?? 0) + 1);
  }

  /** A worker dies before it reports. */
  lose(letter: Letter): void {
    this.#lost.set(letter.id, (this.#lost.get(letter.id) ?? 0) + 1);
  }

  refuse(letter: Letter): void {
    const person = this.#known.get(letter.id);
    if (person) person.isReachable = false;
  }

  /** Of what was in order all the time, something must have gone out. */
  judgeLost(): void {
    for (const told of this.#oracle.told) {
      if (!told.isForMail || !told.isSteady || this.#digests.has(told.to)) continue;
      const mail = this.#mailed.get(told);
      if (mail === undefined) this.faults.push(`${told.kind} to ${told.to.name} was never mailed`);
      else if (!this.#times.has(mail) && !this.#isGivenUp(mail))
        this.faults.push(`${told.kind} to ${told.to.name} is in a mail that never left`);
    }
  }

  /** Five failures, or two workers that died, are enough. */
  #isGivenUp(mail: string): boolean {
    return (this.#failures.get(mail) ?? 0) >= 5 || (this.#lost.get(mail) ?? 0) >= 2;
  }
}
