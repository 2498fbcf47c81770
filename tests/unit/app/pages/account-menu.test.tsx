// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '../../../../src/app/data/profiles.ts';
import { AccountMenu } from '../../../../src/app/pages/account-menu.tsx';
import { PROFILE } from '../../../support/profile.ts';
import { renderInApp } from '../render-in-app.tsx';

const listAvatars = vi.fn(() => new Map([[PROFILE.id, 'data:image/webp;base64,AAAA']]));
const readProfile = vi.fn<() => Profile>();
vi.mock('../../../../src/app/data/avatars.ts', () => ({
  avatarsQuery: () => ({ queryKey: ['avatars'], queryFn: () => listAvatars() }),
}));
vi.mock('../../../../src/app/data/profiles.ts', () => ({
  profileQuery: () => ({ queryKey: ['profile'], queryFn: () => readProfile() }),
}));

const user = { id: PROFILE.id, email: 'ann@example.com' };
const face = () => screen.findByRole('button', { name: `${PROFILE.name} (you)` });

beforeEach(() => void listAvatars.mockClear());

test('no pictures are requested for a user without one, as the list needs the connections', async () => {
  readProfile.mockReturnValue({ ...PROFILE, avatar: null });
  renderInApp(<AccountMenu user={user} />);
  expect((await face()).querySelector('img')).toBeNull();
  expect(listAvatars).not.toHaveBeenCalled();
});

test('the picture of the user is shown', async () => {
  readProfile.mockReturnValue({ ...PROFILE, avatar: 'me.webp' });
  renderInApp(<AccountMenu user={user} />);
  const button = await face();
  await vi.waitFor(() => expect(button.querySelector('img')?.src).toMatch(/^data:/));
});

test('in a document the picture needs no profile', async () => {
  renderInApp(<AccountMenu user={user} self={{ name: PROFILE.name, color: '#ce0d6e' }} />);
  const button = await face();
  await vi.waitFor(() => expect(button.querySelector('img')?.src).toMatch(/^data:/));
});
