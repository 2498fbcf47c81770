// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tolerateMovedNodes } from '../../../src/app/tolerate-moved-nodes.ts';

const { insertBefore, removeChild } = Node.prototype;
beforeAll(tolerateMovedNodes);
afterAll(() => void Object.assign(Node.prototype, { insertBefore, removeChild }));

const Names = ({ names }: { names: readonly string[] }) => (
  <ul>
    {names.map((name) => (
      <li key={name}>{name}</li>
    ))}
  </ul>
);

const wrap = (element: Element): void => {
  const wrapper = document.createElement('div');
  element.replaceWith(wrapper);
  wrapper.append(element);
};

/** Changes that an extension makes to the second of three elements. */
const CHANGES: readonly [name: string, change: (second: Element) => void][] = [
  ['wraps it', wrap],
  ['wraps it twice', (second) => [second, second].forEach(wrap)],
  ['removes it', (second) => second.remove()],
  ['moves it out of the list', (second) => document.body.append(second)],
  ['moves it to the end', (second) => second.parentElement?.append(second)],
  ['puts an element before it', (second) => second.before(document.createElement('x-badge'))],
  ['inserts an element into it', (second) => second.append(document.createElement('x-badge'))],
  ['normalizes the list', (second) => second.parentElement?.normalize()],
];

test.each(CHANGES)('an extension that %s does not break the list', (_, change) => {
  const shown = render(<Names names={['Ann', 'Bob', 'Eva']} />);
  const texts = (): string[] =>
    [...shown.container.querySelectorAll('li')].map(({ textContent }) => textContent);
  change([...shown.container.querySelectorAll('li')][1]!);
  shown.rerender(<Names names={['Ann', 'Cid', 'Bob', 'Eva']} />);
  expect(texts()).toEqual(expect.arrayContaining(['Ann', 'Cid', 'Eva']));
  shown.rerender(<Names names={['Eva', 'Bob', 'Ann']} />);
  shown.rerender(<Names names={['Eva', 'Dan']} />);
  expect(texts()).toEqual(['Eva', 'Dan']);
  expect(document.body.textContent).not.toContain('Bob');
});

test('without moved elements the browser inserts and removes as usual', () => {
  const list = document.createElement('ul');
  const [first, second] = [document.createElement('li'), document.createElement('li')];
  expect(list.insertBefore(second, null)).toBe(second);
  expect(list.insertBefore(first, second)).toBe(first);
  expect([...list.children]).toEqual([first, second]);
  expect(list.removeChild(first)).toBe(first);
  expect([...list.children]).toEqual([second]);
});
