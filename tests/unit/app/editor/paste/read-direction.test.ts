// @vitest-environment jsdom
/** The direction of pasted blocks: by their first letter, unless the program set another one. */
import { expect, test } from 'vitest';
import { readHtml, paste } from '../../../../support/editors.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';

seatOne();

const LRM = '\u200e';
const RLM = '\u200f';

test.each([
  ['Hebrew', '<p dir="rtl">שלום</p>', '<p>שלום</p>'],
  ['Hebrew without a direction', '<p>שלום</p>', '<p>שלום</p>'],
  ['Hebrew that begins with a Latin name', '<p dir="rtl">Word היא תוכנה</p>', `<p>${RLM}Word היא תוכנה</p>`],
  ['a time in a Hebrew text', '<p dir="rtl">12:30</p>', `<p>${RLM}12:30</p>`],
  ['a direction in a style', '<p style="direction: rtl">HTML זה</p>', `<p>${RLM}HTML זה</p>`],
  [
    'Word, which aligns by name',
    '<p>a</p><p class=MsoNormal dir=RTL style="text-align:right;direction:rtl;unicode-bidi:embed">שלום</p>',
    '<p>a</p><p>שלום</p>',
  ],
  [
    'Hebrew that is aligned to the left',
    '<p>a</p><p dir="rtl" style="text-align: left">שלום</p>',
    '<p>a</p><p style="text-align: left;">שלום</p>',
  ],
  ['English from Google Docs', '<p dir="ltr">Hello</p>', '<p>Hello</p>'],
  ['Hebrew in a document from the left', '<p dir="ltr">שלום</p>', '<p>שלום</p>'],
  [
    'English that begins with a Hebrew word',
    '<p dir="ltr">שלום is a word</p>',
    `<p>${LRM}שלום is a word</p>`,
  ],
  ['a list', '<ul dir="rtl"><li>API חדש</li></ul>', `<ul><li><p>${RLM}API חדש</p></li></ul>`],
  ['a heading', '<h2 dir="rtl">2024</h2>', `<h2>${RLM}2024</h2>`],
  [
    'an inner direction',
    '<div dir="rtl"><p dir="ltr">Hello</p><p>GmbH שלום</p></div>',
    `<p>Hello</p><p>${RLM}GmbH שלום</p>`,
  ],
  ['a bold start', '<p dir="rtl"><b>CSS</b> שלום</p>', `<p>${RLM}<strong>CSS</strong> שלום</p>`],
  ['an empty paragraph', '<p>a</p><p dir="rtl"></p><p>b</p>', '<p>a</p><p></p><p>b</p>'],
])('%s', (_, html, pasted) => {
  seat.editor.commands.clearContent();
  paste(seat, { html });
  expect(readHtml(seat.editor)).toBe(pasted);
});

test('the alignment at which a text starts is not stored, the others are', () => {
  const { editor } = seat;
  editor.commands.setContent('<p>Hello</p><p>שלום</p>');
  const align = (key: string): void => {
    const event = { key, code: `Key${key.toUpperCase()}`, ctrlKey: true, shiftKey: true, bubbles: true };
    editor.view.dom.dispatchEvent(new KeyboardEvent('keydown', event));
  };
  editor.commands.setTextSelection(9);
  align('l');
  expect(readHtml(editor)).toBe('<p>Hello</p><p style="text-align: left;">שלום</p>');
  align('r');
  expect(readHtml(editor)).toBe('<p>Hello</p><p>שלום</p>');
  editor.commands.setTextSelection(2);
  align('r');
  expect(readHtml(editor)).toBe('<p style="text-align: right;">Hello</p><p>שלום</p>');
  align('l');
  expect(readHtml(editor)).toBe('<p>Hello</p><p>שלום</p>');
});
