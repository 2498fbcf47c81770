/** Looks at each mail that is handed out, and in the end at what was never mailed. */
import type { Person, Told, ToldPeople } from './told-people.ts';
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

export class Sent {
  readonly faults: string[] = [];
  readonly #oracle: ToldPeople;
  readonly #mailed = new Map<Told, string>();
  /** By mail: how often it left. */
  readonly #times = new Map<string, number>();
  readonly #madeMs = new Map<Person, number[]>();
  readonly #known = new Map<string, Person>();
  readonly #digestDays = new Map<Person, Map<string, string>>();
  readonly #digests = new Set<Person>();

  constructor(oracle: ToldPeople) {
    this.#oracle = oracle;
  }

  claimed(letter: Letter, people: readonly Person[], nowMs: number): void {
    const person = people.find(({ id, name }) => letter.to === `${name}@${id}.example`.toLowerCase());
    if (!person) return void this.faults.push(`a mail to ${letter.to}`);
    const isNew = !this.#known.has(letter.id);
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
    if (times > 2) this.faults.push(`mail ${letter.id} left ${times} times, the last time at ${nowMs}`);
    const person = this.#known.get(letter.id);
    if (letter.kind === 'digest' && person) this.#digests.add(person);
  }

  refuse(letter: Letter): void {
    const person = this.#known.get(letter.id);
    if (person) person.isReachable = false;
  }

  /** Of what was in order all the time, something must have gone out. */
  judgeLost(): void {
    for (const told of this.#oracle.told) {
      if (!told.isForMail || !told.isSteady || this.#mailed.has(told) || this.#digests.has(told.to)) continue;
      this.faults.push(`${told.kind} to ${told.to.name} was never mailed`);
    }
  }
}
