import type { Page } from '@playwright/test';
import type { Language } from '../../src/app/i18n/language.ts';
import type { InterfaceText } from './interface-text.ts';

/** The person who tours the app, and how the tour finds its texts. */
export interface Visitor {
  readonly page: Page;
  readonly all: InterfaceText;
  readonly dialog: InterfaceText;
  readonly email: string;
  readonly language: Language;
  /** A translated page in a browser of somebody else. */
  readonly openElsewhere: () => Promise<Page>;
}
