// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '../../../../src/app/data/profiles.ts';
import { PersonCard } from '../../../../src/app/presence/person-card.tsx';
import type { Company } from '../../../../src/app/room/company/company.ts';
import { Gathering } from '../../../../src/app/room/company/gathering.ts';
import { Guide } from '../../../../src/app/room/company/guide.ts';
import { Standings } from '../../../../src/app/room/company/standings.ts';
import type { Person } from '../../../../src/app/room/people.ts';
import { PROFILE } from '../../../support/profile.ts';
import { fillInLayout, renderApp } from '../../../support/render-app.tsx';

const readProfile = vi.fn<() => Promise<Profile>>();
vi.mock('../../../../src/app/data/profiles.ts', () => ({
  profileQuery: (userId: string) => ({ queryKey: ['profile', userId], queryFn: () => readProfile() }),
}));

beforeAll(fillInLayout);

const boris: Person = {
  userId: 'boris',
  name: 'Boris',
  color: '#ce0d6e',
  isSelf: false,
  sessions: ['b-1'],
  clients: [7],
};
const from = { userId: 'boris', sessionId: 'b-1' };
const bytesOf = (message: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(message));
const sent: string[] = [];
const onGone = vi.fn<() => void>();
let company: Company;

beforeEach(() => {
  sent.length = 0;
  onGone.mockReset();
  readProfile.mockReset();
  readProfile.mockResolvedValue({ ...PROFILE, mayBeFollowed: true });
  const host = { people: () => [boris], send: (name: string) => void sent.push(name), nowMs: () => 0 };
  company = {
    guide: new Guide(host),
    standings: new Standings(host),
    gathering: new Gathering(host),
    activityOf: () => 'reading',
    places: {
      sections: () => new Map([[7, 'Staff']]),
      subscribe: () => () => undefined,
      show: () => null,
      goTo: () => null,
      middle: () => ({ type: null, tname: 'default', item: null, assoc: 0 }),
      showMiddle: () => undefined,
    },
  };
});

const open = (person = boris, mayGather = true) =>
  renderApp(
    <PersonCard
      person={person}
      picture={undefined}
      loadCompany={() => Promise.resolve(company)}
      mayGather={mayGather}
      onGone={onGone}
    />,
  );
const follow = () => screen.queryByRole('button', { name: 'Follow' });
const goThere = () => screen.findByRole('button', { name: 'Go there' });

test('following is offered for a person who allows it', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Follow' }));
  expect(sent).toEqual(['follow']);
  expect(onGone).toHaveBeenCalledOnce();
});

test('it is never offered for a person who does not allow it, also before that is known', async () => {
  let answer: (profile: Profile) => void = () => undefined;
  readProfile.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  open();
  await goThere();
  expect(follow()).toBeNull();
  answer({ ...PROFILE, mayBeFollowed: false });
  await vi.waitFor(() => expect(readProfile.mock.settledResults[0]?.type).toBe('fulfilled'));
  expect(follow()).toBeNull();
});

test.each([
  [
    'who has just forbidden it',
    () =>
      company.standings.receive(from, bytesOf({ standing: { away: false, unsaved: false, private: true } })),
  ],
  ['who follows the user', () => company.guide.receive(from, bytesOf({ follow: true }))],
])('nor for a person %s', async (_, act) => {
  act();
  open();
  await goThere();
  await vi.waitFor(() => expect(readProfile.mock.settledResults[0]?.type).toBe('fulfilled'));
  expect(follow()).toBeNull();
});

test('nor for a person whose line has failed', async () => {
  open({ ...boris, isSilent: true });
  await goThere();
  await vi.waitFor(() => expect(readProfile.mock.settledResults[0]?.type).toBe('fulfilled'));
  expect(follow()).toBeNull();
});

test('with the faces, an editor asks everyone to come', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Ask everyone to come here' }));
  expect(sent).toEqual(['gather']);
  expect(onGone).toHaveBeenCalledOnce();
  expect(await screen.findByText('Everyone here was asked.')).toBeTruthy();
});

test('a viewer does not', async () => {
  open(boris, false);
  await goThere();
  expect(screen.queryByRole('button', { name: 'Ask everyone to come here' })).toBeNull();
});
