// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { keepLanguageOnServer } from '../../../../src/app/pages/keep-language-on-server.ts';
import { Preferences } from '../../../../src/app/pages/preferences.tsx';
import { renderApp } from '../../../support/render-app.tsx';

const updateUser = vi.hoisted(() => vi.fn<(change: unknown) => Promise<{ error: Error | null }>>());
const profiles = vi.hoisted(() => vi.fn<(change: unknown) => Promise<{ error: Error | null }>>());
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    auth: { updateUser },
    from: (table: string) => ({
      update: (change: unknown) => ({
        neq: (...but: unknown[]) => ({ abortSignal: () => profiles([table, change, but]) }),
      }),
    }),
  }),
}));

test.each([
  ['and later mails use it', null],
  ['even if the server is unreachable', new Error('no network')],
])('a change of language applies at once, %s', async (_what, error) => {
  updateUser.mockReset().mockResolvedValue({ error });
  profiles.mockReset().mockResolvedValue({ error });
  renderApp(<Preferences onLanguage={keepLanguageOnServer} />);
  await userEvent.click(screen.getByRole('radio', { name: 'Čeština' }));
  expect(await screen.findByRole('group', { name: 'Jazyk' })).toBeTruthy();
  await vi.waitFor(() => expect(updateUser).toHaveBeenCalledWith({ data: { language: 'cs' } }));
  expect(profiles).toHaveBeenCalledWith(['profiles', { language: 'cs' }, ['language', 'cs']]);
});
