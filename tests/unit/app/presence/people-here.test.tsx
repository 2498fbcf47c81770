// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test, vi } from 'vitest';
import { PeopleHere } from '../../../../src/app/presence/people-here.tsx';
import type { Person } from '../../../../src/app/room/people.ts';
import { fillInLayout, renderApp } from '../../../support/render-app.tsx';

beforeAll(fillInLayout);

const person = (name: string, isSelf = false): Person => ({
  userId: name,
  name,
  color: '#ce0d6e',
  isSelf,
  sessions: ['one', 'two'],
  clients: [1, 2],
});

const OWN = <button type="button" aria-label="Zoe (you)" />;

const faces = (): (string | null)[] =>
  within(screen.getByRole('list', { name: 'People here' }))
    .getAllByRole('button')
    .map((face) => face.getAttribute('aria-label'));

test('one avatar per user, however many tabs, the current user last', () => {
  renderApp(
    <PeopleHere
      people={[person('Zoe', true), person('Petr')]}
      loadCompany={null}
      mayGather={false}
      own={OWN}
    />,
  );
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(faces()).toEqual(['Petr', 'Zoe (you)']);
});

test.each([
  ['cs', ['Cyril', 'Čeněk', 'Hana', 'Chrudoš', 'Zoe (you)']],
  ['en-US', ['Čeněk', 'Chrudoš', 'Cyril', 'Hana', 'Zoe (you)']],
] as const)('in dictionary order (%s)', (language, sorted) => {
  const people = ['Hana', 'Chrudoš', 'Cyril', 'Čeněk'].map((name) => person(name));
  renderApp(<PeopleHere people={people} loadCompany={null} mayGather={false} own={OWN} />, language);
  const list = screen.getAllByRole('list')[0];
  expect(
    within(list!)
      .getAllByRole('button')
      .map((face) => face.getAttribute('aria-label')),
  ).toEqual(sorted);
});

test('the name appears on focus too', async () => {
  renderApp(<PeopleHere people={[person('Petr')]} loadCompany={null} mayGather={false} own={OWN} />);
  act(() => screen.getByRole('button', { name: 'Petr' }).focus());
  expect((await screen.findByRole('tooltip')).textContent).toBe('Petr');
});

test('many users: some avatars, a count, and all in a list', async () => {
  const people = ['Ada', 'Bob', 'Cyril', 'Dana', 'Eva', 'Filip', 'Gita'].map((name) => person(name));
  renderApp(<PeopleHere people={people} loadCompany={null} mayGather={false} own={OWN} />);
  expect(faces()).toEqual(['Ada', 'Bob', 'Cyril', '4 more people', 'Zoe (you)']);
  await userEvent.click(screen.getByRole('button', { name: '4 more people' }));
  const everyone = within(screen.getByRole('dialog', { name: 'People here' })).getAllByRole('listitem');
  expect(everyone).toHaveLength(7);
});

test('on a phone: the current user and the number of others', () => {
  const list = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal('matchMedia', () => list);
  const people = [person('Zoe', true), person('Ada'), person('Bob')];
  renderApp(<PeopleHere people={people} loadCompany={null} mayGather={false} own={OWN} />);
  vi.unstubAllGlobals();
  expect(faces()).toEqual(['2 more people', 'Zoe (you)']);
});

test.each([
  [6, '3\u00a0další lidé'],
  [10, '7\u00a0dalších lidí'],
])('the Czech count of %i people', (count, words) => {
  const people = Array.from({ length: count }, (_, index) => person(`Osoba ${index}`));
  renderApp(<PeopleHere people={people} loadCompany={null} mayGather={false} own={OWN} />, 'cs');
  expect(screen.getByRole('button', { name: words })).toBeTruthy();
});
