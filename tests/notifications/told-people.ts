/**
 * Knows by plain rules over what happened of which events people must be told: the oracle of the queue of mails. It knows nothing of
 * tables, and shares no code with the database.
 */

export const KINDS = [
  'role_changed',
  'access_asked',
  'access_granted',
  'access_refused',
  'mentioned',
  'mentioned_in_comment',
  'replied',
  'assigned',
  'resolved',
  'commented',
] as const;
export type Kind = (typeof KINDS)[number];
export type Level = 'off' | 'app' | 'mail';
export type Role = 'owner' | 'editor' | 'commenter' | 'viewer';

const BY_DEFAULT_IN_APP: ReadonlySet<Kind> = new Set(['role_changed', 'resolved', 'commented']);
export const ABOUT_ACCESS: ReadonlySet<string> = new Set([
  'role_changed',
  'access_asked',
  'access_granted',
  'access_refused',
]);

export interface Person {
  readonly name: string;
  readonly id: string;
  levels: Partial<Record<Kind, Level>>;
  mails: boolean;
  isReachable: boolean;
  zone: string;
  quiet: readonly [number, number] | null;
  digestHour: number | null;
}

export interface Thread {
  readonly id: string;
  readonly by: Person;
  assignee: Person | null;
  isResolved: boolean;
  readonly comments: Comment[];
}

export interface Comment {
  readonly id: string;
  readonly author: Person;
  readonly thread: Thread;
  mentions: readonly Person[];
  isDeleted: boolean;
}

export interface Told {
  readonly to: Person;
  readonly kind: Kind;
  readonly event: string;
  readonly actor: Person;
  readonly thread: Thread | null;
  readonly comment: Comment | null;
  readonly atMs: number;
  isSeen: boolean;
  isTakenBack: boolean;
  /** A mail was wanted when it happened. */
  readonly isForMail: boolean;
  /** Ever since, a mail was in order. */
  isSteady: boolean;
}

/** One document and the people around it. */
export class ToldPeople {
  readonly told: Told[] = [];
  readonly threads: Thread[] = [];
  readonly roles = new Map<Person, Role>();
  readonly watches = new Map<Person, 'all' | 'mine' | 'none'>();
  readonly writers = new Set<Person>();
  viewersSeeComments = true;
  isInTrash = false;

  seesComments(person: Person): boolean {
    const role = this.roles.get(person);
    return !this.isInTrash && role !== undefined && (role !== 'viewer' || this.viewersSeeComments);
  }

  watchOf(person: Person): 'all' | 'mine' | 'none' {
    const hasCommented = this.threads.some(({ comments }) =>
      comments.some(({ author }) => author === person),
    );
    const isBusy = this.roles.get(person) === 'owner' || this.writers.has(person) || hasCommented;
    return this.watches.get(person) ?? (isBusy ? 'all' : 'mine');
  }

  levelOf(person: Person, kind: Kind): Level {
    if (!ABOUT_ACCESS.has(kind)) {
      const watch = this.watchOf(person);
      if (watch === 'none' || (kind === 'commented' && watch !== 'all')) return 'off';
    }
    const level = person.levels[kind] ?? (BY_DEFAULT_IN_APP.has(kind) ? 'app' : 'mail');
    return level === 'mail' && !person.mails ? 'app' : level;
  }

  /** Whether a person may still know of it. */
  maySee({ to, kind, thread }: Told): boolean {
    if (this.isInTrash) return false;
    if (kind === 'access_refused') return true;
    if (kind === 'access_asked') return this.roles.get(to) === 'owner';
    return thread ? this.seesComments(to) : this.roles.has(to);
  }

  isInOrder(told: Told): boolean {
    const { to, kind, isSeen, isTakenBack } = told;
    return (
      !isSeen && !isTakenBack && to.isReachable && this.maySee(told) && this.levelOf(to, kind) === 'mail'
    );
  }

  /** The first kind of a person wins. */
  tell(
    event: string,
    actor: Person,
    people: readonly (readonly [Person | null, Kind])[],
    atMs: number,
    about: { readonly thread?: Thread; readonly comment?: Comment } = {},
  ): void {
    const reached = new Set<Person>([actor]);
    for (const [to, kind] of people) {
      if (to === null || reached.has(to)) continue;
      reached.add(to);
      const level = this.levelOf(to, kind);
      if (
        level === 'off' ||
        this.told.some((one) => one.to === to && one.event === event && !one.isTakenBack)
      )
        continue;
      const { thread = null, comment = null } = about;
      const isForMail = level === 'mail';
      this.told.push({
        to,
        kind,
        event,
        actor,
        thread,
        comment,
        atMs,
        isSeen: false,
        isTakenBack: false,
        isForMail,
        isSteady: isForMail,
      });
    }
  }

  takeBack(isMeant: (told: Told) => boolean): void {
    for (const told of this.told) if (isMeant(told)) told.isTakenBack = true;
  }

  see(isMeant: (told: Told) => boolean): void {
    for (const told of this.told) if (!told.isTakenBack && isMeant(told)) told.isSeen = true;
  }

  addComment(comment: Comment, assignee: Person | null, atMs: number): void {
    const { thread, author, mentions } = comment;
    if (!this.threads.includes(thread)) this.threads.push(thread);
    thread.comments.push(comment);
    thread.isResolved = false;
    if (assignee) thread.assignee = assignee;
    if (assignee)
      this.takeBack(
        (one) => one.thread === thread && one.kind === 'assigned' && !one.isSeen && one.to !== assignee,
      );
    const people: (readonly [Person | null, Kind])[] = [
      [assignee, 'assigned'],
      ...mentions.map((person) => [person, 'mentioned_in_comment'] as const),
      ...this.concernedBy(thread).map((person) => [person, 'replied'] as const),
      ...[...this.roles.keys()]
        .filter((person) => this.watchOf(person) === 'all')
        .map((person) => [person, 'commented'] as const),
    ];
    this.tell(
      `comment ${comment.id}`,
      author,
      people.filter(([person]) => person && this.seesComments(person)),
      atMs,
      {
        thread,
        comment,
      },
    );
  }

  concernedBy(thread: Thread): readonly Person[] {
    const authors = thread.comments.filter(({ isDeleted }) => !isDeleted).map(({ author }) => author);
    return [...new Set([thread.by, ...(thread.assignee ? [thread.assignee] : []), ...authors])];
  }

  editMentions(comment: Comment, mentions: readonly Person[], atMs: number): void {
    const before = comment.mentions;
    comment.mentions = mentions;
    this.takeBack(
      (one) =>
        one.comment === comment &&
        one.kind === 'mentioned_in_comment' &&
        !one.isSeen &&
        !mentions.includes(one.to),
    );
    const newly = mentions.filter((person) => !before.includes(person) && this.seesComments(person));
    this.tell(
      `mention ${comment.id}`,
      comment.author,
      newly.map((person) => [person, 'mentioned_in_comment'] as const),
      atMs,
      { thread: comment.thread, comment },
    );
  }

  /** To be called after each step. */
  note(): void {
    for (const told of this.told) if (!this.isInOrder(told)) told.isSteady = false;
  }
}
