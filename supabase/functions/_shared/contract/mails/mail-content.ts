/** The parts of a mail, before they become HTML or text. All texts are clean, and not escaped. */
import type { Language } from '../languages.ts';

export interface MailLink {
  readonly label: string;
  readonly url: string;
}

/** One event, or one document of a digest. */
export interface MailEntry {
  readonly heading: string | null;
  readonly when: string | null;
  readonly quote: string | null;
  /** The lines of a comment. */
  readonly lines: readonly string[];
  readonly link: MailLink | null;
}

export interface MailContent {
  readonly language: Language;
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly entries: readonly MailEntry[];
  /** A line below the entries: how many more there are. */
  readonly more: string | null;
  readonly action: MailLink;
  /** Why the mail came. */
  readonly reason: string;
  readonly stops: readonly MailLink[];
}

/** Addresses of the deployment. */
export interface MailApp {
  readonly url: string;
  readonly functionsUrl: string;
}
