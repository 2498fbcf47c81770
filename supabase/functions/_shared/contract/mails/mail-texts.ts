/** The sentences of mails. In Czech, names stay in the nominative: nothing declines them. */
import type { Role } from '../roles.ts';
import type { MailedKind } from './letter.ts';

/** `title` is null in a mail that hides titles; else it is clean, and in quotation marks wherever it appears. */
export interface Told {
  readonly who: string;
  readonly title: string | null;
  readonly role: Role | null;
}

export interface MailTexts {
  readonly untitled: string;
  /** Instead of the name of a deleted account. */
  readonly someone: string;
  /** Instead of a title that is hidden, above what happened in the document. */
  readonly someDocument: string;
  /** "Ann and 2 others" */
  readonly andOthers: (names: string, count: number) => string;
  readonly invitation: {
    /** The subject and the heading. */
    readonly says: (told: Told) => string;
    readonly intro: string;
    readonly until: (to: string, date: string) => string;
    readonly open: string;
    readonly reason: (who: string, host: string) => string;
    readonly isStranger: string;
  };
  readonly notifications: {
    /** One event: the subject and the heading. */
    readonly says: Readonly<Record<MailedKind, (told: Told) => string>>;
    /** One of several, below a heading that names the document. */
    readonly saysShortly: Readonly<Record<MailedKind, (told: Told) => string>>;
    readonly comments: (told: Told, count: number) => string;
    readonly events: (told: Told, count: number) => string;
    readonly more: (count: number) => string;
    readonly howToAnswer: string;
    readonly openDocument: string;
    readonly openComment: string;
    readonly openHistory: string;
    readonly openList: string;
    /** Clauses of one sentence. */
    readonly reasons: Readonly<Record<MailedKind, string>>;
    readonly reason: (clauses: readonly string[]) => string;
  };
  readonly digest: {
    readonly subject: (title: string | null, count: number) => string;
    readonly heading: string;
    readonly people: (names: string) => string;
    readonly comments: (count: number) => string;
    readonly held: (count: number) => string;
    readonly more: (count: number) => string;
    readonly openDocument: string;
    readonly openList: string;
    readonly reason: string;
  };
  readonly stop: {
    readonly document: string;
    readonly kinds: Readonly<Record<MailedKind | 'digest', string>>;
    readonly all: string;
  };
}
