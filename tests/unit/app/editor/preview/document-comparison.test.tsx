// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { TITLE_ROOT } from '#contract/document-schema.ts';
import { DocumentComparison } from '../../../../../src/app/editor/preview/document-comparison.tsx';
import { closeSeat, openSeat } from '../../../../support/editors.ts';
import { fillInLayout, renderApp } from '../../../../support/render-app.tsx';

beforeAll(fillInLayout);

function stateOf(html: string, title = 'Plan'): readonly Uint8Array[] {
  const seat = openSeat('Jana', '#ce0d6e');
  seat.editor.commands.setContent(html);
  seat.doc.getText(TITLE_ROOT).insert(0, title);
  const state = Y.encodeStateAsUpdate(seat.doc);
  closeSeat(seat);
  return [state];
}

const draw = (before: string, after: string): string => {
  const { container } = renderApp(<DocumentComparison before={stateOf(before)} after={stateOf(after)} />);
  const text = container.querySelector('.document-text')!;
  for (const part of text.querySelectorAll('*')) {
    for (const { name } of [...part.attributes]) {
      if (!['class', 'data-change'].includes(name) || part.className === '') part.removeAttribute(name);
    }
  }
  return text.innerHTML.replaceAll(/ class="change change-(\S+)"/g, ' $1').replaceAll(' data-change=', ' ');
};

test.each([
  [
    'words',
    '<p>the old plan</p>',
    '<p>the new plan</p>',
    '<p>the <del "1" removed>old</del><ins "1" added>new</ins> plan</p>',
  ],
  [
    'marks',
    '<p>a word</p>',
    '<p>a <strong>word</strong></p>',
    '<p>a <span "1" formatted><strong>word</strong></span></p>',
  ],
  ['a new block', '<p>a</p>', '<p>a</p><p>b</p>', '<p>a</p><div "1" added><p>b</p></div>'],
  ['a block that is gone', '<p>a</p><p>b</p>', '<p>b</p>', '<div "1" removed><p>a</p></div><p>b</p>'],
  ['a heading', '<p>The plan</p>', '<h2>The plan</h2>', '<div "1" formatted><h2>The plan</h2></div>'],
  [
    'a new item',
    '<ul><li><p>milk</p></li></ul>',
    '<ul><li><p>milk</p></li><li><p>eggs</p></li></ul>',
    '<ul><li><p>milk</p></li><li><div "1" added><p>eggs</p></div></li></ul>',
  ],
])('%s', (_name, before, after, html) => {
  expect(draw(before, after)).toBe(html);
});

test('the changes are counted, and N and P go from one to the next', async () => {
  const before = stateOf('<p>one two three four five</p><p>stays</p>');
  const { container } = renderApp(
    <DocumentComparison
      before={before}
      after={stateOf('<p>uno two three cuatro five</p><p>stays</p><p>new</p>')}
    />,
  );
  const status = screen.getByRole('status');
  const current = () => container.querySelector('[data-current]')?.textContent;
  expect(status.textContent).toBe('3 changes');
  await userEvent.keyboard('n');
  expect([status.textContent, current()]).toEqual(['Change 1 of 3', 'one']);
  await userEvent.keyboard('n');
  expect([status.textContent, current()]).toEqual(['Change 2 of 3', 'four']);
  fireEvent.click(screen.getByRole('button', { name: 'Next change' }));
  expect([status.textContent, current()]).toEqual(['Change 3 of 3', 'new']);
  await userEvent.keyboard('n');
  expect(status.textContent).toBe('Change 1 of 3');
  await userEvent.keyboard('p');
  expect(status.textContent).toBe('Change 3 of 3');
});

test('before the first version there was nothing', () => {
  renderApp(<DocumentComparison before={[]} after={stateOf('<p>first</p>')} />);
  expect(screen.getByRole('status').textContent).toBe('1 change');
});

test('a comparison without changes is announced, here in Czech', () => {
  const state = stateOf('<p>the same</p>');
  renderApp(<DocumentComparison before={state} after={state} />, 'cs');
  expect(screen.getByRole('status').textContent).toBe('Oproti předchozí verzi beze změny.');
});

test('a changed title has the earlier one struck through', () => {
  renderApp(
    <DocumentComparison before={stateOf('<p>a</p>', 'Plan')} after={stateOf('<p>a</p>', 'Program')} />,
  );
  const { children } = screen.getByRole('heading', { level: 2 });
  expect(Array.from(children, (part) => `${part.localName} ${part.textContent}`)).toEqual([
    'del Plan',
    'ins Program',
  ]);
});

test('bytes that are not a document are reported', () => {
  renderApp(<DocumentComparison before={[]} after={[Uint8Array.of(1, 255, 7, 7)]} />);
  expect(screen.getByRole('alert').textContent).toBe('This version can’t be displayed.');
});
