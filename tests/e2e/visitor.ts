import type { Page } from '@playwright/test';
import type { Language } from '#contract/languages.ts';
import type { InterfaceText } from './interface-text.ts';

/** The user of the tour, and finders for its texts. */
export interface Visitor {
  readonly page: Page;
  readonly all: InterfaceText;
  readonly dialog: InterfaceText;
  readonly email: string;
  readonly language: Language;
  /** A translated page in another user's browser. */
  readonly openElsewhere: () => Promise<Page>;
}
