import { expect, test, vi } from 'vitest';
import { chooseLanguage } from '../../../../src/app/i18n/language.ts';
import { resources } from '../../../../src/app/i18n/resources.ts';
import { keepTogether, loadFirstMessages, startI18n } from '../../../../src/app/i18n/start-i18n.ts';

test('the language is the stored one, else the first supported one of the browser, else English', () => {
  expect(chooseLanguage('cs', ['en-US'])).toBe('cs');
  expect(chooseLanguage(null, ['de', 'cs-CZ', 'en'])).toBe('cs');
  expect(chooseLanguage(null, ['en-GB', 'cs'])).toBe('en-US');
  expect(chooseLanguage('klingon', ['de'])).toBe('en-US');
});

test('Czech plurals and numbers', () => {
  const i18n = startI18n('cs', resources);
  const people = (count: number) => i18n.t('documents:people', { count }).replaceAll('\u00a0', ' ');
  expect([0, 1, 2, 5, 21, 1.5, 12_345].map(people)).toEqual([
    '0 lidí',
    '1 člověk',
    '2 lidé',
    '5 lidí',
    '21 lidí',
    '1,5 člověka',
    '12 345 lidí',
  ]);
});

test('English plurals and numbers', () => {
  const i18n = startI18n('en-US', resources);
  expect([1, 1.5, 12_345].map((count) => i18n.t('documents:people', { count }))).toEqual([
    '1 person',
    '1.5 people',
    '12,345 people',
  ]);
});

test('switching notifies the page and changes all texts at once', async () => {
  const onLanguage = vi.fn<(language: string) => void>();
  const i18n = startI18n('en-US', { 'en-US': resources['en-US'] }, onLanguage);
  expect(i18n.t('common:signOut')).toBe('Sign out');
  await i18n.changeLanguage('cs');
  expect(i18n.t('common:signOut')).toBe('Odhlásit se');
  expect(onLanguage.mock.calls.flat()).toEqual(['en-US', 'cs']);
});

test('a Czech line does not end with a one-letter preposition', () => {
  expect(keepTogether('Zeď u domu a v zahradě')).toBe('Zeď u\u00a0domu a\u00a0v\u00a0zahradě');
  const letters = 'k s v z o u a i K S V Z O U A I lesu';
  expect(keepTogether(letters)).toBe(letters.replaceAll(' ', '\u00a0'));
  expect(startI18n('cs', resources).t('common:notFound.text')).toContain('V\u00a0adrese');
  expect(startI18n('en-US', resources).t('common:notFound.text')).not.toContain('\u00a0');
});

test('texts are loaded on demand: of one language, and those of documents when one is opened', async () => {
  const i18n = startI18n('en-US');
  await loadFirstMessages(i18n);
  expect(i18n.t('common:signOut')).toBe('Sign out');
  expect(i18n.hasLoadedNamespace('editor')).toBe(false);
  await i18n.loadNamespaces('editor');
  expect(i18n.t('editor:style.paragraph')).toBe('Paragraph');
  await i18n.changeLanguage('cs');
  expect(i18n.t('common:signOut')).toBe('Odhlásit se');
  expect(i18n.t('editor:command.bold')).toBe('Tučné');
});
