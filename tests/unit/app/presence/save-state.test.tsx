// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { SaveState } from '../../../../src/app/presence/save-state.tsx';
import { StatusBar } from '../../../../src/app/presence/status-bar.tsx';
import type { RoomCause, RoomStatus, SaveState as Save } from '../../../../src/app/room/room-status.ts';
import { cleanup, renderApp } from '../../../support/render-app.tsx';

const open = (save: Save, cause: RoomCause | null = null): RoomStatus & { kind: 'open' } => ({
  kind: 'open',
  role: 'editor',
  save,
  cause,
  hasUnsaved: true,
  unsavedForMs: 0,
  keeps: true,
  storage: null,
  fullness: null,
  ended: false,
  live: true,
});

test.each([
  ['saved', 'Saved', 'Uloženo'],
  ['saving', 'Saving…', 'Ukládá se…'],
  ['offline', 'Offline – kept on this device', 'Offline – uloženo v\u00a0tomto zařízení'],
  ['signed-out', 'Signed out – kept on this device', 'Odhlášeno – uloženo v\u00a0tomto zařízení'],
  ['not-saved', 'Not saved', 'Neuloženo'],
  ['view-only', 'View only', 'Jen pro čtení'],
] as const)('%s has its text in both languages', (save, english, czech) => {
  renderApp(<SaveState status={open(save)} />);
  expect(screen.getByRole('status').textContent).toBe(english);
  cleanup();
  renderApp(<SaveState status={open(save)} />, 'cs');
  expect(screen.getByRole('status').textContent).toBe(czech);
});

test.each([
  ['en-US', 'Can comment'],
  ['cs', 'Může komentovat'],
] as const)('a commenter reads in %s that they can comment', (language, words) => {
  renderApp(<SaveState status={{ ...open('view-only'), role: 'commenter' }} />, language);
  expect(screen.getByRole('status').textContent).toBe(words);
});

test('typing offline does not change the state for each keystroke, but soon shows a lasting change', () => {
  vi.useFakeTimers();
  const label = (): string | null => screen.getByRole('status').textContent;
  let say: (save: Save) => void = () => undefined;
  function Changing() {
    const [save, setSave] = useState<Save>('offline');
    say = setSave;
    return <SaveState status={open(save)} />;
  }
  renderApp(<Changing />);
  act(() => say('saving'));
  expect(label()).toBe('Offline – kept on this device');
  act(() => void vi.advanceTimersByTime(49));
  expect(label()).toBe('Offline – kept on this device');
  act(() => void vi.advanceTimersByTime(1));
  expect(label()).toBe('Saving…');
  act(() => say('not-saved'));
  expect(label()).toBe('Not saved');
  vi.useRealTimers();
});

test('a problem is announced once, not again on each keystroke', async () => {
  let become: (status: RoomStatus & { kind: 'open' }) => void = () => undefined;
  function Changing() {
    const [status, setStatus] = useState(open('saved'));
    useEffect(() => {
      become = setStatus;
    }, []);
    return <StatusBar status={status} signIn={null} onReload={() => undefined} />;
  }
  renderApp(<Changing />);
  const region = document.querySelector('[aria-live=polite]')!;
  const said: string[] = [];
  // With `npm run test:translated`, a translator adds elements.
  const isOurs = ({ nodeName }: Node): boolean => nodeName !== 'FONT';
  const observer = new MutationObserver((changes) => {
    for (const { type, addedNodes, target } of changes) {
      if (type === 'characterData') said.push(target.textContent ?? '');
      else said.push(...[...addedNodes].filter(isOurs).map((node) => node.textContent ?? ''));
    }
  });
  observer.observe(region, { subtree: true, childList: true, characterData: true });
  const see = (status: RoomStatus & { kind: 'open' }): Promise<void> =>
    act(async () => {
      become(status);
    });
  await see(open('offline', 'no-network'));
  for (let letter = 0; letter < 5; letter += 1) {
    await see({ ...open('saving', 'no-network'), unsavedForMs: letter * 100 });
    await see({ ...open('offline', 'no-network'), unsavedForMs: letter * 100 + 50 });
  }
  await see(open('saved'));
  observer.disconnect();
  expect(said).toEqual([expect.stringContaining('You’re offline')]);
});

test('a document that is loading does not show Saved', () => {
  renderApp(<SaveState status={{ kind: 'loading' }} />);
  expect(screen.queryByRole('status')).toBeNull();
});

test('a document that has ended does not show Saved', () => {
  renderApp(<SaveState status={{ ...open('ended', 'access-removed'), ended: true }} />);
  expect(screen.queryByRole('status')).toBeNull();
});

const bar = (cause: RoomCause | null, change: Partial<RoomStatus & { kind: 'open' }> = {}) => (
  <StatusBar
    status={{ ...open('not-saved', cause), ...change }}
    signIn={<a href="/sign-in?next=x">Sign in again</a>}
    onReload={() => undefined}
  />
);

function wordsOf(...[cause, change, language]: [...Parameters<typeof bar>, 'en-US' | 'cs']): string {
  const { container } = renderApp(bar(cause, change), language);
  const words = [...container.querySelectorAll('[aria-live="polite"] p')].map((line) => line.textContent);
  cleanup();
  return words.join(' ');
}

const CAUSES: readonly RoomCause[] = [
  'no-network',
  'server-unreachable',
  'live-paused',
  'access-removed',
  'write-removed',
  'sign-in-expired',
  'upgrade-required',
  'rebuilt',
  'too-large',
  'document-full',
  'gone',
  'session-refused',
  'refused',
  'slow',
  'image-failed',
];

describe.each(CAUSES)('%s', (cause) => {
  test('is explained in both languages, in a live region', () => {
    const english = wordsOf(cause, {}, 'en-US');
    expect(english).toMatch(/^[A-Z].{20,}\.$/);
    expect(wordsOf(cause, {}, 'cs')).not.toBe(english);
  });

  test('promises no storage on a device without storage', () => {
    expect(wordsOf(cause, { keeps: false }, 'en-US')).not.toMatch(/kept on this device|“Unsent edits”/);
    expect(wordsOf(cause, { keeps: false }, 'cs')).not.toMatch(/v.tomto zařízení|Neodeslan/);
  });
});

test.each(['no-network', 'server-unreachable', 'live-paused', 'sign-in-expired'] as const)(
  '%s: viewers see no text about their changes',
  (cause) => {
    const reading = { role: 'viewer', save: 'view-only', hasUnsaved: false } as const;
    expect(wordsOf(cause, reading, 'en-US')).toMatch(/^[A-Z].{20,}\.$/);
    for (const keeps of [true, false]) {
      expect(wordsOf(cause, { ...reading, keeps }, 'en-US')).not.toMatch(/your|Keep writing/);
      expect(wordsOf(cause, { ...reading, keeps }, 'cs')).not.toMatch(/vaše|Pište/);
    }
  },
);

test('changes may be waiting because of the daily limit', () => {
  for (const keeps of [true, false]) {
    expect(wordsOf('slow', { keeps }, 'en-US')).toMatch(/20.MB a.day/);
    expect(wordsOf('slow', { keeps }, 'cs')).toMatch(/20.MB denně/);
  }
});

test.each(['session-refused', 'refused', 'too-large', 'document-full', 'gone', 'access-removed'] as const)(
  '%s is final: the text does not suggest waiting',
  (cause) => {
    expect(wordsOf(cause, {}, 'en-US')).not.toMatch(/keeps trying|not saved yet|Keep writing/);
  },
);

test.each(['full', 'denied', 'broken'] as const)(
  'storage that is %s is reported in addition to any cause',
  (storage) => {
    const alone = wordsOf(null, { save: 'saved', storage, keeps: false }, 'en-US');
    expect(alone).toMatch(/storage|keeps nothing/);
    expect(alone).toMatch(/[Kk]eep this page open/);
    expect(wordsOf('no-network', { storage, keeps: false }, 'en-US')).toMatch(
      /^You’re offline.*only on this page/,
    );
    expect(wordsOf('no-network', { storage, keeps: false }, 'en-US')).toContain(
      alone.replace(/ Keep this page open.*/, ''),
    );
    expect(wordsOf(null, { storage, keeps: false }, 'cs')).not.toBe(alone);
  },
);

test('an expired session offers to sign in', () => {
  renderApp(bar('sign-in-expired'));
  expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe('/sign-in?next=x');
});

test.each([
  'upgrade-required',
  'rebuilt',
  'session-refused',
  'refused',
  'too-large',
  'document-full',
] as const)('%s offers to reload the page', (cause) => {
  renderApp(bar(cause));
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});

test.each([
  ['nearly', 'This document is nearly full.', 'Dokument je skoro plný.'],
  [
    'full',
    'This document is full: nothing more can be added.',
    'Dokument je plný a\u00a0nic dalšího se do něj nevejde.',
  ],
] as const)(
  'a document that is %s is reported in both languages, in addition to any cause',
  (fullness, english, czech) => {
    const full = (cause: RoomCause | null) => (
      <StatusBar status={{ ...open('saved', cause), fullness }} signIn={null} onReload={() => undefined} />
    );
    for (const cause of [null, 'no-network'] as const) {
      const { container } = renderApp(full(cause));
      expect(container.querySelector('[aria-live="polite"]')?.textContent).toContain(english);
      cleanup();
      expect(renderApp(full(cause), 'cs').container.textContent).toContain(czech);
      cleanup();
    }
  },
);

test('without a problem the bar is empty, but its live region exists', () => {
  const { container } = renderApp(bar(null));
  expect(container.querySelector('[aria-live="polite"]')?.textContent).toBe('');
});
