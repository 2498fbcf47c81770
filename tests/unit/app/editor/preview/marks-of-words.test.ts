import { expect, test } from 'vitest';
import { divideByWords } from '../../../../../src/app/editor/preview/marks-of-words.ts';

/** Clients as digits, `-` for an unknown one; returns each run with its authors. */
const divide = (text: string, clients: string) => {
  let at = 0;
  const by = Array.from(clients, (client) => (client === '-' ? null : Number(client)));
  return divideByWords(text, by).map(({ clients, length }) => {
    at += length;
    return `${text.slice(at - length, at)}:${clients.join('+')}`;
  });
};

test.each([
  ['letters that stayed, at the start', 'hire', '-222', ['hire:2']],
  ['in the middle', 'hired', '22-22', ['hired:2']],
  ['at both ends', 'hired', '-222-', ['hired:2']],
  ['a word of two is one mark, of the one who changed most of it', 'contract', '33322222', ['contract:2+3']],
  ['words of two are two marks', 'red wolf', '22223333', ['red :2', 'wolf:3']],
  ['one of two, between words of one', 'a red wolf', '2223222222', ['a :2', 'red :2+3', 'wolf:2']],
  ['a space of the other', 'red wolf', '22233333', ['red:2', ' wolf:3']],
  ['nobody known', 'red wolf', '--------', ['red wolf:']],
  ['no text', '', '', []],
] as const)('%s', (_, text, clients, runs) => {
  expect(divide(text, clients)).toEqual(runs);
});
