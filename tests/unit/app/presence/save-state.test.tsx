// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SaveState } from '../../../../src/app/presence/save-state.tsx';
import { StatusBar } from '../../../../src/app/presence/status-bar.tsx';
import type { RoomCause, RoomStatus, SaveState as Save } from '../../../../src/app/room/room-status.ts';
import { cleanup, renderApp } from '../../../support/render-app.tsx';

afterEach(cleanup);

const open = (save: Save, cause: RoomCause | null = null): RoomStatus & { kind: 'open' } => ({
  kind: 'open',
  role: 'editor',
  save,
  cause,
  ended: false,
  live: true,
});

test.each([
  ['saved', 'Saved', 'Uloženo'],
  ['saving', 'Saving…', 'Ukládá se…'],
  ['offline', 'Offline – kept on this device', 'Offline – uloženo v\u00a0tomto zařízení'],
  ['not-saved', 'Not saved', 'Neuloženo'],
] as const)('%s reads as the words people know', (save, english, czech) => {
  renderApp(<SaveState status={open(save)} />);
  expect(screen.getByRole('status').textContent).toBe(english);
  cleanup();
  renderApp(<SaveState status={open(save)} />, 'cs');
  expect(screen.getByRole('status').textContent).toBe(czech);
});

test('while nothing is loaded nothing is said to be saved', () => {
  renderApp(<SaveState status={{ kind: 'loading' }} />);
  expect(screen.queryByRole('status')).toBeNull();
});

test('of a document that has ended nothing is said to be saved', () => {
  renderApp(<SaveState status={{ ...open('ended', 'access-removed'), ended: true }} />);
  expect(screen.queryByRole('status')).toBeNull();
});

const bar = (cause: RoomCause | null) => (
  <StatusBar
    status={open('not-saved', cause)}
    signIn={<a href="/sign-in?next=x">Sign in again</a>}
    onReload={() => undefined}
  />
);

test.each([
  'no-network',
  'server-unreachable',
  'live-paused',
  'access-removed',
  'write-removed',
  'sign-in-expired',
  'too-large',
  'gone',
  'other',
] as const)('%s is explained in both languages, in a region that is read out', (cause) => {
  const { container } = renderApp(bar(cause));
  const english = container.querySelector('[aria-live="polite"] p')?.textContent ?? '';
  cleanup();
  const czech =
    renderApp(bar(cause), 'cs').container.querySelector('[aria-live="polite"] p')?.textContent ?? '';
  expect(english.length).toBeGreaterThan(20);
  expect(czech.length).toBeGreaterThan(20);
  expect(czech).not.toBe(english);
});

test('a lost session offers to sign in, a new version offers to load again', () => {
  renderApp(bar('sign-in-expired'));
  expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe('/sign-in?next=x');
  cleanup();
  renderApp(bar('upgrade-required'));
  expect(screen.getByRole('button', { name: 'Load again' })).toBeTruthy();
});

test('all is well: the bar is empty, but its region is already there', () => {
  const { container } = renderApp(bar(null));
  expect(container.querySelector('[aria-live="polite"]')?.textContent).toBe('');
});
