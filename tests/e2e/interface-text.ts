import type { Locator, Page } from '@playwright/test';
import type { Language } from '#contract/languages.ts';
import { resources } from '../../src/app/i18n/resources.ts';
import { startI18n } from '../../src/app/i18n/start-i18n.ts';

/** Prefix that the translator of these stories adds to each text. */
export const MARK = '»';

/** Finds parts of a page by translation key, in either language, translated or not. */
export interface InterfaceText {
  readonly button: (key: string, values?: Record<string, unknown>) => Locator;
  readonly link: (key: string) => Locator;
  readonly field: (key: string, values?: Record<string, unknown>) => Locator;
  readonly item: (key: string) => Locator;
  readonly text: (key: string, values?: Record<string, unknown>) => Locator;
  readonly heading: (key: string, values?: Record<string, unknown>) => Locator;
  readonly dialog: Locator;
  /** Matches the text of the key, translated or not. */
  readonly pattern: (key: string, values?: Record<string, unknown>) => RegExp;
}

export function interfaceText(page: Page, language: Language, within: Page | Locator = page): InterfaceText {
  const say = startI18n(language, resources).t as (key: string, values: object) => string;
  const pattern = (key: string, values: Record<string, unknown> = {}): RegExp => {
    const said = say(key, values);
    const escaped = said.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replaceAll(/\s/g, String.raw`\s`);
    return new RegExp(`^\\s*${MARK}?${escaped}\\s*($|${MARK})`);
  };
  const byRole = (role: 'button' | 'link' | 'heading') => (key: string, values?: Record<string, unknown>) =>
    within.getByRole(role, { name: pattern(key, values) }).first();
  return {
    button: byRole('button'),
    link: byRole('link'),
    heading: byRole('heading'),
    field: (key, values) => within.getByLabel(pattern(key, values)).first(),
    item: (key) => page.getByRole('menu').last().getByText(pattern(key)).first(),
    text: (key, values) => within.getByText(pattern(key, values)).first(),
    dialog: page.getByRole('dialog').last(),
    pattern,
  };
}
