// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Language } from '#contract/languages.ts';
import { AnnouncePeople } from '../../../../src/app/presence/announce-people.tsx';
import type { Person } from '../../../../src/app/room/people.ts';
import { cleanup, renderApp } from '../../../support/render-app.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

interface Room {
  readonly names: readonly string[];
  readonly live: boolean;
}

const person = (name: string): Person => ({
  userId: name,
  name,
  color: '#ce0d6e',
  isSelf: name === 'Me',
  sessions: [name],
  clients: [],
});

let become: (room: Room) => void;

function Page() {
  const [{ names, live }, change] = useState<Room>({ names: ['Me', 'Petr'], live: true });
  useEffect(() => {
    become = change;
  }, []);
  return <AnnouncePeople people={names.map(person)} live={live} loadCompany={null} />;
}

const region = (): HTMLElement => document.querySelector<HTMLElement>('[aria-live=polite]')!;
const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

function show(language: Language = 'en-US'): void {
  renderApp(<Page />, language);
  wait(5000);
}

function see(names: readonly string[], live = true): void {
  act(() => become({ names, live }));
}

/** Every text that appears in the live region during the steps; screen readers announce these. */
function heard(during: () => void): string[] {
  const said: string[] = [];
  let before = region().textContent;
  for (const step of [during, ...Array.from({ length: 20 }, () => () => wait(500))]) {
    step();
    const now = region().textContent;
    if (now !== before && now !== '') said.push(now);
    before = now;
  }
  return said;
}

test('users present at the start are not announced', () => {
  renderApp(<Page />);
  expect(heard(() => undefined)).toEqual([]);
});

test('announces each arrival and departure once', () => {
  show();
  expect(heard(() => see(['Me', 'Petr', 'Jana']))).toEqual(['Jana joined']);
  expect(heard(() => see(['Me', 'Jana']))).toEqual(['Petr left']);
  expect(heard(() => see(['Me', 'Eva', 'Hana', 'Petr']))).toEqual(['Eva, Hana, and Petr joinedJana left']);
});

test('a new list of the same users, as after each keystroke, announces nothing', () => {
  show();
  expect(
    heard(() => {
      for (let key = 0; key < 30; key += 1) {
        see(['Me', 'Petr']);
        wait(200);
      }
    }),
  ).toEqual([]);
});

test('a user who reloads the page is not announced', () => {
  show();
  expect(
    heard(() => {
      see(['Me']);
      wait(1500);
      see(['Me', 'Petr']);
    }),
  ).toEqual([]);
});

test('losing the connection announces no departures; afterwards only actual changes are announced', () => {
  show();
  expect(
    heard(() => {
      see(['Me', 'Petr'], false);
      see(['Me'], false);
      wait(60_000);
      see(['Me', 'Eva'], true);
      wait(1000);
      see(['Me', 'Eva', 'Petr'], true);
    }),
  ).toEqual(['Eva joined']);
});

test('announces in Czech', () => {
  show('cs');
  expect(heard(() => see(['Me', 'Petr', 'Jana', 'Eva']))).toEqual(['Nově jsou tu: Jana a\u00a0Eva']);
  expect(heard(() => see(['Me', 'Petr', 'Eva']))).toEqual(['Už tu není: Jana']);
});
