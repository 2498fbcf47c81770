// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { leavePageOfToasts, showToast } from '../../../../src/app/ui/toast.tsx';
import { renderInApp } from '../render-in-app.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => toast.remove());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

test.each([
  ['plain', 4000, 'status'],
  ['error', 4000, 'alert'],
  ['success', 2000, 'status'],
] as const)('%s: %i ms, as %s', (kind, durationMs, role) => {
  renderInApp(<p>page</p>);
  act(() => void showToast[kind]('It happened.'));
  expect(screen.getByRole(role).textContent).toBe('It happened.');
  pass(durationMs - 50);
  expect(screen.queryByText('It happened.')).not.toBeNull();
  pass(100);
  expect(screen.queryByText('It happened.')).toBeNull();
});

test.each(['plain', 'error', 'success'] as const)('%s with an action: ten seconds at least', (kind) => {
  const actions = [{ label: 'Undo', onPress: () => undefined }];
  renderInApp(<p>page</p>);
  act(() => void showToast[kind]('Version restored.', { actions }));
  pass(9950);
  expect(screen.queryByText('Version restored.')).not.toBeNull();
  pass(100);
  expect(screen.queryByText('Version restored.')).toBeNull();
  act(() => void showToast.plain('Long.', { actions, durationMs: 12_000 }));
  pass(11_950);
  expect(screen.queryByText('Long.')).not.toBeNull();
});

test('hovering pauses the timer', () => {
  renderInApp(<p>page</p>);
  act(() => void showToast.success('Read me slowly.'));
  pass(1500);
  fireEvent.mouseEnter(screen.getByText('Read me slowly.').parentElement!);
  pass(60_000);
  expect(screen.queryByText('Read me slowly.')).not.toBeNull();
  fireEvent.mouseLeave(screen.getByText('Read me slowly.').parentElement!);
  pass(600);
  expect(screen.queryByText('Read me slowly.')).toBeNull();
});

test('a message stays while the focus is in it, also if the pointer leaves it meanwhile', () => {
  renderInApp(<p>page</p>);
  act(() => void showToast.plain('Restored.', { actions: [{ label: 'Undo', onPress: () => undefined }] }));
  const message = screen.getByText('Restored.').parentElement!;
  act(() => screen.getByRole('button', { name: 'Undo' }).focus());
  fireEvent.mouseEnter(message);
  fireEvent.mouseLeave(message);
  pass(60_000);
  expect(screen.queryByText('Restored.')).not.toBeNull();
  fireEvent.mouseEnter(message);
  act(() => screen.getByRole('button', { name: 'Undo' }).blur());
  pass(60_000);
  expect(screen.queryByText('Restored.')).not.toBeNull();
  fireEvent.mouseLeave(message);
  pass(11_000);
  expect(screen.queryByText('Restored.')).toBeNull();
});

describe('F8', () => {
  const press = (key: string, more: object = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
  const undo = vi.fn<() => void>();
  const open = (): HTMLElement => {
    undo.mockReset();
    renderInApp(<input aria-label="Text" />);
    const field = screen.getByRole('textbox');
    act(() => field.focus());
    return field;
  };
  const show = (text: string, label?: string): void =>
    act(() => void showToast.plain(text, label ? { actions: [{ label, onPress: undo }] } : {}));
  const focused = () => document.activeElement?.textContent;

  test('moves the focus to the newest message with an action, and Escape moves it back', () => {
    const field = open();
    show('Moved.', 'Move back');
    show('Restored.', 'Undo');
    show('Saved.');
    expect(press('F8')).toBe(false);
    expect(focused()).toBe('Undo');
    press('Escape');
    expect(document.activeElement).toBe(field);
    expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-keyshortcuts')).toBe('F8');
    expect(undo).not.toHaveBeenCalled();
  });

  test('does nothing without such a message, and leaves F8 with other keys alone', () => {
    const field = open();
    show('Saved.');
    expect(press('F8')).toBe(true);
    show('Restored.', 'Undo');
    for (const key of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])
      expect(press('F8', { [key]: true })).toBe(true);
    expect(document.activeElement).toBe(field);
  });

  test('the focus goes back once the action ran', () => {
    const field = open();
    show('Restored.', 'Undo');
    press('F8');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(field);
  });

  test('a user who moved on is not taken back', () => {
    open();
    show('Restored.', 'Undo');
    press('F8');
    const other = document.body.appendChild(document.createElement('button'));
    act(() => other.focus());
    pass(11_000);
    act(() => other.blur());
    show('Saved.');
    expect(document.activeElement).toBe(document.body);
    other.remove();
  });
});

test('at most twenty are kept', () => {
  renderInApp(<p>page</p>);
  act(() => {
    for (let count = 1; count <= 25; count += 1) showToast.plain(`toast ${count}`);
  });
  expect(screen.getAllByRole('status')).toHaveLength(20);
  expect(screen.queryByText('toast 5')).toBeNull();
  expect(screen.queryByText('toast 25')).not.toBeNull();
});

test('an action runs once and dismisses the toast', () => {
  const onPress = vi.fn<() => void>();
  renderInApp(<p>page</p>);
  act(() => void showToast.plain('Restored.', { actions: [{ label: 'Undo', onPress }] }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Restored.')).toBeNull();
});

test('toasts about a page go when it is left, others stay', () => {
  renderInApp(<p>page</p>);
  act(() => {
    showToast.plain('Moved to Petr’s cursor.', { id: 'way-back', durationMs: 10_000 });
    showToast.error('Not uploaded.');
    showToast.plain('Moved to the trash.', { outlivesPage: true });
  });
  act(leavePageOfToasts);
  pass(1);
  expect(screen.queryByText('Moved to Petr’s cursor.')).toBeNull();
  expect(screen.queryByText('Not uploaded.')).toBeNull();
  expect(screen.queryByText('Moved to the trash.')).not.toBeNull();
});
