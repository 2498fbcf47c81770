// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import type * as Profiles from '../../../../src/app/data/profiles.ts';
import { isAnnouncing } from '../../../../src/app/presence/announcing.ts';
import { PresenceSettings } from '../../../../src/app/presence/presence-settings.tsx';
import { PROFILE } from '../../../support/profile.ts';
import { renderInApp } from '../render-in-app.tsx';

const change = vi.fn<typeof Profiles.changeProfile>();
vi.mock(import('../../../../src/app/data/profiles.ts'), async (load) => ({
  ...(await load()),
  changeProfile: (...words) => change(...words),
}));
const saved = vi.fn<() => void>();
beforeEach(() => {
  change.mockReset().mockResolvedValue(PROFILE);
  saved.mockReset();
});
const open = (language: 'en-US' | 'cs' = 'en-US') =>
  renderInApp(<PresenceSettings profile={PROFILE} onSaved={saved} />, { language });

test('others may follow unless the user turns it off', async () => {
  open();
  const group = screen.getByRole('group', { name: 'Others can follow you through a document' });
  expect(group.querySelector<HTMLInputElement>('[value=on]')?.checked).toBe(true);
  await userEvent.click(group.querySelector('[value=off]')!);
  await vi.waitFor(() => expect(saved).toHaveBeenCalled());
  expect(change.mock.lastCall?.slice(1)).toEqual(['ann', { may_be_followed: false }]);
});

test('the choice of the cursor while reading is saved; a failure is shown and reverted', async () => {
  open('cs');
  const field = screen.getByLabelText<HTMLSelectElement>('Ukazovat váš kurzor, když jen čtete');
  expect(field.value).toBe('editing');
  change.mockRejectedValue(new ApiError({ code: 'unreachable', status: 0 }));
  await userEvent.selectOptions(field, 'Nikdy');
  await screen.findByRole('alert');
  expect(change.mock.lastCall?.slice(1)).toEqual(['ann', { caret_while_reading: 'never' }]);
  await vi.waitFor(() => expect(field.value).toBe('editing'));
  expect(saved).not.toHaveBeenCalled();
});

test('announcements are a choice of this device, without a request', async () => {
  open();
  expect(isAnnouncing()).toBe(true);
  const group = screen.getByRole('group', { name: /Announce people/ });
  await userEvent.click(group.querySelector('[value=off]')!);
  expect(isAnnouncing()).toBe(false);
  expect(localStorage.getItem('spolu.announce-people')).toBe('off');
  expect(change).not.toHaveBeenCalled();
});
