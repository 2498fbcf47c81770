// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tooltip } from '../../../../src/app/ui/tooltip.tsx';
import { renderInApp } from '../render-in-app.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null;
const hover = (element: Element) => fireEvent.pointerOver(element, { pointerType: 'mouse' });

function renderTwo() {
  renderInApp(
    <>
      <Tooltip text="Bold" keys="Ctrl+B">
        <button type="button">B</button>
      </Tooltip>
      <Tooltip text="Italic">
        <button type="button">I</button>
      </Tooltip>
    </>,
  );
  const [bold, italic] = screen.getAllByRole('button');
  return { bold: bold!, italic: italic! };
}

test('shows name and shortcut, after a delay on hover, and the next one at once', async () => {
  const { bold, italic } = renderTwo();
  hover(bold);
  await wait(400);
  expect(shown()).toBeNull();
  await wait(100);
  expect(shown()).toBe('BoldCtrl+B');
  hover(italic);
  await wait(0);
  expect(shown()).toBe('Italic');
});

test('stays while the pointer is over it, and closes when it leaves', async () => {
  const { bold } = renderTwo();
  hover(bold);
  await wait(500);
  hover(document.body);
  await wait(100);
  hover(screen.getByRole('tooltip'));
  await wait(500);
  expect(shown()).not.toBeNull();
  hover(document.body);
  await wait(200);
  expect(shown()).toBeNull();
});

test('Escape closes it, and so does a press', async () => {
  const { bold } = renderTwo();
  act(() => bold.focus());
  await wait(0);
  expect(shown()).not.toBeNull();
  fireEvent.keyDown(bold, { key: 'Escape' });
  expect(shown()).toBeNull();
  hover(bold);
  await wait(500);
  fireEvent.pointerDown(bold);
  expect(shown()).toBeNull();
});

test('after a press it stays closed until the pointer has left', async () => {
  const { bold } = renderTwo();
  hover(bold);
  await wait(500);
  fireEvent.pointerDown(bold);
  // The icon under the pointer may be replaced.
  hover(bold);
  await wait(1000);
  expect(shown()).toBeNull();
  hover(document.body);
  hover(bold);
  await wait(500);
  expect(shown()).toBe('BoldCtrl+B');
});

test('it follows a name that changes while it is open', async () => {
  const { bold } = renderTwo();
  act(() => bold.focus());
  await wait(0);
  bold.dataset['tooltip'] = 'Not bold';
  await act(() => Promise.resolve());
  expect(shown()).toBe('Not boldCtrl+B');
});

test('a tap shows none, although it focuses; a key opens it again', async () => {
  const { bold } = renderTwo();
  fireEvent.pointerDown(bold, { pointerType: 'touch' });
  fireEvent.pointerUp(bold, { pointerType: 'touch' });
  act(() => bold.focus());
  await wait(0);
  expect(shown()).toBeNull();
  act(() => bold.blur());
  fireEvent.keyDown(document.body, { key: 'Tab' });
  act(() => bold.focus());
  await wait(0);
  expect(shown()).not.toBeNull();
});
