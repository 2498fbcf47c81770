// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RoomStatus } from '../../../../src/app/room/room-status.ts';
import { LongUnsavedDialog } from '../../../../src/app/unsent/long-unsaved-dialog.tsx';
import { renderInApp } from '../render-in-app.tsx';

type Status = RoomStatus & { readonly kind: 'open' };
const OFFLINE: Status = {
  kind: 'open',
  role: 'editor',
  save: 'offline',
  cause: 'no-network',
  hasUnsaved: true,
  unsavedForMs: 0,
  keeps: true,
  storage: null,
  fullness: null,
  ended: false,
  live: false,
};

let setStatus: (status: Status) => void;

function Page() {
  const [status, set] = useState(OFFLINE);
  useEffect(() => {
    setStatus = set;
  }, []);
  return (
    <>
      <textarea aria-label="Text" />
      <LongUnsavedDialog status={status} title="Plan" readText={() => Promise.resolve('All of it')} />
    </>
  );
}

const wait = (minutes: number, change: Partial<Status> = {}): void =>
  act(() => setStatus({ ...OFFLINE, unsavedForMs: minutes * 60_000, ...change }));
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
const dialog = (): HTMLElement | null => screen.queryByRole('dialog');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('opens after five minutes, once, and again only after everything was saved in between', () => {
  renderInApp(<Page />);
  wait(4.9);
  pass(10_000);
  expect(dialog()).toBeNull();
  wait(5);
  pass(2000);
  expect(screen.getByRole('dialog', { name: 'Not saved for 5 minutes' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Keep writing' }));
  wait(6);
  pass(10_000);
  expect(dialog()).toBeNull();
  wait(0);
  wait(5);
  pass(2000);
  expect(dialog()).not.toBeNull();
  wait(0);
  expect(dialog()).toBeNull();
});

test('waits for a pause in typing, and a late key presses none of its buttons', () => {
  renderInApp(<Page />);
  const text = screen.getByRole('textbox');
  wait(5);
  for (let keys = 0; keys < 5; keys += 1) {
    pass(1000);
    fireEvent.keyDown(text, { key: 'a' });
  }
  expect(dialog()).toBeNull();
  pass(2000);
  expect(document.activeElement).toBe(dialog());
});

test('shows where the changes are, in both languages', () => {
  const { i18n } = renderInApp(<Page />);
  wait(5);
  pass(2000);
  expect(dialog()?.textContent).toContain('kept on this device');
  wait(7, { keeps: false, save: 'not-saved' });
  expect(dialog()?.textContent).toContain('only on this page');
  act(() => void i18n.changeLanguage('cs'));
  expect(screen.getByRole('dialog', { name: /^Neuloženo už 7.minut$/ })).toBeTruthy();
});
