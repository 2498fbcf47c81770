// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { describeDevice } from '../../../../src/app/auth/describe-device.ts';
import { SessionsSection } from '../../../../src/app/auth/sessions-section.tsx';
import type * as Auth from '../../../../src/app/data/auth.ts';
import type * as Sessions from '../../../../src/app/data/sessions.ts';
import { renderInApp } from '../render-in-app.tsx';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const server = vi.hoisted(() => ({ rows: [] as unknown[], ended: [] as string[] }));
const signOut = vi.fn<typeof Auth.signOut>();
vi.mock('../../../../src/app/data/sessions.ts', (): Partial<typeof Sessions> => ({
  sessionsQuery: () =>
    ({ queryKey: ['sessions'], queryFn: () => server.rows }) as unknown as ReturnType<
      typeof Sessions.sessionsQuery
    >,
  endSession: async (client, id) => {
    server.ended.push(id);
    server.rows = server.rows.slice(0, 1);
    await client.invalidateQueries({ queryKey: ['sessions'] });
  },
  endOtherSessions: async (client) => {
    server.ended.push('others');
    server.rows = server.rows.slice(0, 1);
    await client.invalidateQueries({ queryKey: ['sessions'] });
    return { ok: true, value: undefined };
  },
}));
vi.mock('../../../../src/app/data/auth.ts', () => ({
  signOut: (...words: Parameters<typeof Auth.signOut>) => signOut(...words),
}));
vi.mock('../../../../src/app/room/leave-device.ts', () => ({
  settleDevice: () => Promise.resolve(0),
  clearDevice: () => Promise.resolve(true),
}));

const row = (id: string, userAgent: string, isCurrent: boolean) => ({
  id,
  userAgent,
  isCurrent,
  lastSeenAt: new Date(Date.now() - 2 * 3_600_000),
});

beforeEach(() => {
  server.rows = [row('here', LAPTOP, true), row('there', PHONE, false)];
  server.ended = [];
  signOut.mockReset().mockResolvedValue({ ok: true, value: undefined });
});

test('devices are named by their user agents', () => {
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0';
  expect(describeDevice(edge)).toEqual({ browser: 'Edge', system: 'Windows' });
  expect(describeDevice(PHONE)).toEqual({ browser: 'Safari', system: 'iPhone' });
  expect(describeDevice('node')).toEqual({ browser: null, system: null });
});

test('the current session is first; another one can be ended alone', async () => {
  renderInApp(<SessionsSection userId="ann" />);
  const [here, there] = await screen.findAllByRole('listitem');
  expect(here?.textContent).toBe('Firefox on LinuxThis device');
  expect(there?.textContent).toContain('Safari on iPhoneLast active 2 hours ago');
  expect(within(here!).queryByRole('button')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }));
  expect(server.ended).toEqual(['there']);
  await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Sign out other devices' })).toBeNull();
});

test('all others can be ended at once, or all', async () => {
  renderInApp(<SessionsSection userId="ann" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out other devices' }));
  expect(await screen.findByText(/Other devices are signed out/)).toBeTruthy();
  expect(server.ended).toEqual(['others']);
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  await vi.waitFor(() => expect(signOut).toHaveBeenCalledWith('global'));
  expect(await screen.findByText('You’re signed out on all devices.')).toBeTruthy();
});
