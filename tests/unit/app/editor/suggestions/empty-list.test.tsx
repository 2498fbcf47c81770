// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { MemberDirectory } from '../../../../../src/app/editor/mention/member-directory.ts';
import { SuggestionList } from '../../../../../src/app/editor/suggestions/suggestion-list.tsx';
import {
  closeSeat,
  openSeat,
  pressKeys,
  typeText,
  type Seat,
  readHtml,
} from '../../../../support/editors.ts';
import { cleanup, fillInLayout, renderApp } from '../../../../support/render-app.tsx';

const JANA = { userId: '0b6f7a52-30d5-4a0c-9a55-8f7f6a3c1d10', name: 'Jana Nováková', color: '#ce0d6e' };
const PETR = { userId: '1b6f7a52-30d5-4a0c-9a55-8f7f6a3c1d11', name: 'Petr Říha', color: '#007e68' };

let seat: Seat;
let directory: MemberDirectory;

beforeAll(fillInLayout);
beforeEach(() => sit([JANA]));
afterEach(leave);

function sit(members?: (typeof JANA)[]): void {
  directory = new MemberDirectory();
  if (members) directory.set(members);
  seat = openSeat('Jana', JANA.color, { directory });
  const actions = { openLinkCard: () => undefined, chooseImages: () => undefined };
  renderApp(<SuggestionList editor={seat.editor} actions={actions} />, 'en-US');
}

function leave(): void {
  cleanup();
  closeSeat(seat);
}

const hidden = true;
const type = (text: string): void => act(() => typeText(seat, text));
const press = (key: string): void => act(() => void pressKeys(seat.editor, key));
const note = (): string | null => screen.queryByRole('status', { hidden })?.textContent ?? null;
const offered = (): (string | null)[] =>
  screen.queryAllByRole('option', { hidden }).map((one) => one.textContent);
const html = (): string => readHtml(seat.editor);

const KEYS = ['Enter', 'Tab'];

// Must be first: the emoji load once for all tests.
test.each(KEYS)('%s while the emoji load closes the list and keeps the block', (key) => {
  type('so :tad');
  expect(note()).toBe('Loading…');
  press(key);
  expect(note()).toBeNull();
  expect(html()).toBe('<p>so :tad</p>');
});

test.each(KEYS)('%s while the members load closes the list and keeps the block', (key) => {
  leave();
  sit();
  type('ahoj @petr');
  expect(note()).toBe('Loading…');
  press(key);
  expect(note()).toBeNull();
  expect(html()).toBe('<p>ahoj @petr</p>');
  press('Enter');
  expect(html()).toBe('<p>ahoj @petr</p><p></p>');
});

test.each(KEYS.flatMap((key) => ['@nikdo', '/nikdy', '@jana x'].map((words) => [key, words] as const)))(
  '%s without results for %s closes the list, and the next Enter adds a line',
  (key, words) => {
    type(words);
    expect(note()).toBe('No results');
    press(key);
    expect(note()).toBeNull();
    expect(html()).toBe(`<p>${words}</p>`);
    press('Enter');
    expect(html()).toBe(`<p>${words}</p><p></p>`);
  },
);

test('the same holds without results among the emoji', async () => {
  type(':tad');
  await screen.findAllByRole('option', { hidden });
  type('xyz');
  expect(note()).toBe('No results');
  press('Enter');
  expect([note(), html()]).toEqual([null, '<p>:tadxyz</p>']);
});

test('after Escape, Enter adds a line', () => {
  type('@nikdo');
  press('Escape');
  expect(note()).toBeNull();
  press('Enter');
  expect(html()).toBe('<p>@nikdo</p><p></p>');
});

test.each(['a@b', 'jana@example.com', '@nikdo píše', '/nikdy ne', '@ ', 'and/or'])(
  'after "%s" no list is open, and Enter adds a line',
  (text) => {
    type(text);
    expect([note(), offered()]).toEqual([null, []]);
    press('Enter');
    expect(seat.editor.state.doc.childCount).toBe(2);
  },
);

test('arrows in an empty list move the caret, not the block', () => {
  type('@nikdo');
  press('ArrowDown');
  expect(html()).toBe('<p>@nikdo</p>');
});

test('members that arrive while the list is open are added; later ones open no list', () => {
  type('@petr');
  expect(note()).toBe('No results');
  act(() => directory.set([JANA, PETR]));
  expect([note(), offered()]).toEqual([null, ['Petr Říha']]);
  press('Escape');
  act(() => directory.set([PETR]));
  expect([note(), offered()]).toEqual([null, []]);
});
