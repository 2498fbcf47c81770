// @vitest-environment jsdom
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  closeSeat,
  openSeat,
  pressKeys,
  typeText,
  type Seat,
  readHtml,
} from '../../../../support/editors.ts';

let seat: Seat;
beforeAll(() => {
  seat = openSeat('Jana', '#ce0d6e', { lang: 'cs' });
});
beforeEach(() => void seat.editor.commands.setContent('<p></p>'));
afterAll(() => closeSeat(seat));

/** Line breaks press Enter. */
function typed(text: string): string {
  text.split('\n').forEach((line, index) => {
    if (index > 0) pressKeys(seat.editor, 'Enter');
    typeText(seat, line);
  });
  return readHtml(seat.editor);
}

const item = (text: string): string => `<li><p>${text}</p></li>`;

test.each([
  '2024. was',
  '2026. Rok',
  '24. 12. 2024',
  '5. května',
  '3. 5. máme volno',
  '0. x',
  '7. x',
  '1. května je svátek',
  '1. Ledna, tedy',
  '1. září!',
  '1. máj je',
  '1. 5. 2024',
  '1. 1. 2025',
  '1. 12. bude',
  '1.5 kg',
  '1.května',
  '10.5. je',
  '12:30 až 13:00',
  '1/2/2024',
  '#1 x',
  '#tag x',
  '>x',
  '-x',
  '-5 stupňů',
  '+420 777 123 456',
  '*x',
  '2024 – plán',
])('%s is a paragraph', (text) => {
  expect(typed(text).replaceAll('&gt;', '>').replaceAll('\u00a0', ' ')).toBe(`<p>${text}</p>`);
});

test.each([
  ['1. x', `<ol>${item('x')}</ol>`],
  ['1. květen', `<ol>${item('květen')}</ol>`],
  ['1. zářící příklad', `<ol>${item('zářící příklad')}</ol>`],
  ['1. 15. bod', `<ol>${item('15. bod')}</ol>`],
  ['1. x\ny', `<ol>${item('x')}${item('y')}</ol>`],
  ['1. x\n1. května', `<ol>${item('x')}${item('1. května')}</ol>`],
  ['1. x\n\n2. y', `<ol>${item('x')}${item('y')}</ol>`],
  ['1. x\n\nmezi\n2. y', `<ol>${item('x')}</ol><p>mezi</p><ol start="2">${item('y')}</ol>`],
  ['1. x\n\n5. května', `<ol>${item('x')}</ol><p>5. května</p>`],
  ['1. x\n\n2. května je', `<ol>${item('x')}</ol><p>2. května je</p>`],
  ['1. května\nx', '<p>1. května</p><p>x</p>'],
  ['1. 5.\nx', '<p>1. 5.</p><p>x</p>'],
  ['- x', `<ul>${item('x')}</ul>`],
  ['+ x', `<ul>${item('x')}</ul>`],
  ['> x', '<blockquote><p>x</p></blockquote>'],
  ['# x', '<h1>x</h1>'],
])('%j is %s', (text, html) => {
  expect(typed(text).replaceAll('\u00a0', ' ')).toBe(html);
});

test('Backspace restores the list and its number', () => {
  typed('1. května ');
  pressKeys(seat.editor, 'Backspace');
  expect(readHtml(seat.editor)).toBe(`<ol>${item('května ')}</ol>`);
  seat.editor.commands.setContent('<p></p>');
  typed('1. ');
  pressKeys(seat.editor, 'Backspace');
  expect(readHtml(seat.editor)).toBe('<p>1. </p>');
});
