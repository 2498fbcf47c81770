import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { NotificationSettings } from '../../../../src/app/notifications/notification-settings.tsx';
import { formatHour, listTimeZones } from '../../../../src/app/notifications/times.ts';
import { WatchChoice } from '../../../../src/app/notifications/watch-choice.tsx';
import { renderInApp } from '../render-in-app.tsx';

const SETTINGS = {
  levels: {},
  mails: true,
  hidesText: false,
  timeZone: 'Europe/Prague',
  quietFrom: null as string | null,
  quietTo: null as string | null,
  digestHour: 8,
};

let settings: typeof SETTINGS;
let problem: object | null;
let failing = false;
const saved = vi.fn();
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    rpc: (name: string, args: object) => ({ abortSignal: async () => answer(name, args) }),
  }),
}));

function answer(name: string, args: object) {
  if (name === 'my_notification_settings') return { data: settings, error: null, status: 200 };
  if (name === 'my_mail_problem') return { data: problem, error: null, status: 200 };
  if (name === 'my_watch') return { data: { level: 'mine', isChosen: false }, error: null, status: 200 };
  saved(name, args);
  return { data: null, error: failing ? { message: 'rate_limited' } : null, status: failing ? 429 : 204 };
}

const show = (): void => void renderInApp(<NotificationSettings onSaved={() => undefined} />);
const lastSaved = () => (saved.mock.lastCall?.[1] as { p_settings: typeof SETTINGS } | undefined)?.p_settings;

beforeEach(() => {
  // Hundreds of options would make each query by role slow.
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Prague']);
  settings = { ...SETTINGS };
  problem = null;
  failing = false;
  saved.mockClear();
});

test('a kind has its default until another level is chosen; two choices are both kept', async () => {
  show();
  const off = await screen.findByRole('radio', { name: 'Someone replies to you: Off' });
  const byMail = screen.getByRole<HTMLInputElement>('radio', {
    name: 'Someone replies to you: App and email',
  });
  expect(byMail.checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Someone comments: App' }).checked).toBe(true);
  await userEvent.click(off);
  await userEvent.click(screen.getByRole('radio', { name: 'Someone comments: App and email' }));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  expect(lastSaved()?.levels).toEqual({ replied: 'off', commented: 'mail' });
});

test('a refused choice is taken back, and said', async () => {
  show();
  failing = true;
  await userEvent.click(await screen.findByRole('radio', { name: 'Someone comments: Off' }));
  await screen.findByRole('alert');
  const app = screen.getByRole<HTMLInputElement>('radio', { name: 'Someone comments: App' });
  await waitFor(() => expect(app.checked).toBe(true));
});

test('quiet hours are chosen, and begin and end when the user says', async () => {
  show();
  await userEvent.click(await screen.findByRole('radio', { name: 'Every day' }));
  await waitFor(() => expect(lastSaved()).toMatchObject({ quietFrom: '22:00', quietTo: '07:00' }));
  const from = await screen.findByLabelText('From');
  await userEvent.clear(from);
  await userEvent.type(from, '21:30');
  await userEvent.tab();
  await waitFor(() => expect(lastSaved()).toMatchObject({ quietFrom: '21:30', quietTo: '07:00' }));
});

test('the summary is turned off, and the time zone changed', async () => {
  show();
  await userEvent.selectOptions(
    await screen.findByLabelText('Daily summary of what you haven’t seen'),
    'None',
  );
  await userEvent.selectOptions(screen.getByLabelText('Time zone'), 'UTC');
  await waitFor(() => expect(lastSaved()).toMatchObject({ digestHour: null, timeZone: 'UTC' }));
});

test('an address whose mails came back is tried again', async () => {
  problem = { address: 'jana@example.com', reason: 'bounced', since: '2026-11-29T10:00:00Z' };
  show();
  await screen.findByText(/Emails to jana@example.com came back/);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/came back/)).toBeNull());
  expect(saved).toHaveBeenCalledWith('forgive_my_address', {});
});

test('what a document tells is shown and chosen', async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  renderInApp(<WatchChoice documentId={id} />);
  const mine = await screen.findByRole<HTMLInputElement>('radio', { name: 'Mentions and replies' });
  expect(mine.checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'Nothing' }));
  await waitFor(() => expect(saved).toHaveBeenCalledWith('set_watch', { p_document: id, p_level: 'none' }));
});

test('hours and time zones read as people write them', () => {
  expect(formatHour(8, 'en-US').replaceAll('\u202f', ' ')).toBe('8:00 AM');
  expect(formatHour(20, 'cs')).toBe('20:00');
  const zones = listTimeZones('Mars/Olympus_Mons');
  expect(zones.map(({ label }) => label)).toContain('Mars / Olympus Mons');
  expect(zones.map(({ value }) => value)).toContain('UTC');
});
