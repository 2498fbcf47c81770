// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { ColorField } from '../../../../src/app/auth/color-field.tsx';
import { AUTHOR_COLOR_NAMES, AUTHOR_COLORS } from '../../../../src/app/data/author-colors.ts';
import { profileQuery } from '../../../../src/app/data/profiles.ts';
import { renderInApp } from '../render-in-app.tsx';

const ann = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Ann',
  color: null as number | null,
  avatar: null,
  may_be_followed: true,
  caret_while_reading: 'editing',
};
let kept = ann;
let problem: { message: string } | null = null;
const update = vi.fn<(change: { color: number | null }) => void>();
vi.mock('../../../../src/app/data/supabase.ts', () => {
  const reply = () => ({ single: async () => ({ data: kept, error: null, status: 200 }) });
  const replyToChange = (change: { color: number | null }) => ({
    single: async () => {
      update(change);
      if (problem) return { data: null, error: problem, status: 503 };
      kept = { ...kept, ...change };
      return { data: kept, error: null, status: 200 };
    },
  });
  return {
    getSupabase: () => ({
      from: () => ({
        select: () => ({ eq: () => ({ abortSignal: reply }) }),
        update: (change: { color: number | null }) => ({
          eq: () => ({ select: () => ({ abortSignal: () => replyToChange(change) }) }),
        }),
      }),
    }),
  };
});
beforeEach(() => {
  kept = ann;
  problem = null;
  update.mockReset();
});

const saved = vi.fn<() => void>();
function Page() {
  const { data } = useQuery(profileQuery(ann.id));
  return data ? <ColorField profile={data} onSaved={saved} /> : null;
}
const chosen = (): string | null =>
  screen
    .getAllByRole('radio')
    .find((radio) => radio.matches(':checked'))
    ?.getAttribute('aria-label') ?? null;

test('every color has a name, and the automatic choice names its color', async () => {
  expect(AUTHOR_COLOR_NAMES).toHaveLength(AUTHOR_COLORS.length);
  renderInApp(<Page />, { language: 'cs' });
  expect(await screen.findByRole('group', { name: /^Barva/ })).toBeTruthy();
  const names = screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'));
  expect(new Set(names).size).toBe(AUTHOR_COLORS.length + 1);
  expect(names).toContain('Petrolejová');
  expect(chosen()).toMatch(/^Automaticky \(\p{Ll}+\)$/u);
});

test('a color is saved when chosen, by its index in the palette', async () => {
  renderInApp(<Page />);
  await userEvent.click(await screen.findByRole('radio', { name: 'Teal' }));
  expect(chosen()).toBe('Teal');
  await vi.waitFor(() => expect(saved).toHaveBeenCalled());
  expect(update).toHaveBeenCalledWith({ color: 7 });
  expect(chosen()).toBe('Teal');
  await userEvent.click(screen.getByRole('radio', { name: /^Automatic/ }));
  await vi.waitFor(() => expect(update).toHaveBeenLastCalledWith({ color: null }));
});

test('a refusal of the server is shown and the color is reset', async () => {
  kept = { ...ann, color: 1 };
  problem = { message: 'unavailable' };
  renderInApp(<Page />);
  await userEvent.click(await screen.findByRole('radio', { name: 'Blue' }));
  expect(await screen.findByText(/server is busy/)).toBeTruthy();
  expect(chosen()).toBe('Red');
});
