import { expect, test, vi } from 'vitest';
import { chooseLanguage } from '../../../../src/app/i18n/language.ts';
import { keepSingleLettersWithNextWord } from '../../../../src/app/i18n/non-breaking.ts';
import { startI18n } from '../../../../src/app/i18n/start-i18n.ts';

test('the language is the one chosen, else the first known of the browser, else English', () => {
  expect(chooseLanguage('cs', ['en-US'])).toBe('cs');
  expect(chooseLanguage(null, ['de', 'cs-CZ', 'en'])).toBe('cs');
  expect(chooseLanguage(null, ['en-GB', 'cs'])).toBe('en-US');
  expect(chooseLanguage('klingon', ['de'])).toBe('en-US');
});

test('Czech counts as Czechs do', () => {
  const i18n = startI18n('cs');
  const people = (count: number) => i18n.t('documents:people', { count });
  expect([0, 1, 2, 5, 21, 1.5].map(people)).toEqual([
    '0 lidí',
    '1 člověk',
    '2 lidé',
    '5 lidí',
    '21 lidí',
    '1.5 člověka',
  ]);
});

test('switching tells the page and changes every string at once', async () => {
  const onLanguage = vi.fn<(language: string) => void>();
  const i18n = startI18n('en-US', onLanguage);
  expect(i18n.t('common:signOut')).toBe('Sign out');
  await i18n.changeLanguage('cs');
  expect(i18n.t('common:signOut')).toBe('Odhlásit se');
  expect(onLanguage.mock.calls.flat()).toEqual(['en-US', 'cs']);
});

test('a Czech line does not end with a preposition of one letter', () => {
  expect(keepSingleLettersWithNextWord('Zeď u domu a v zahradě')).toBe(
    'Zeď u\u00a0domu a\u00a0v\u00a0zahradě',
  );
  expect(startI18n('cs').t('common:notFound.text')).toContain('V\u00a0adrese');
  expect(startI18n('en-US').t('common:notFound.text')).not.toContain('\u00a0');
});
