// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Share } from '../../../../src/app/sharing/share.tsx';
import type { Language } from '#contract/languages.ts';
import { renderInApp } from '../render-in-app.tsx';

type Reply = { data: unknown; error: { message: string } | null; status: number };
const rpc = vi.fn<(name: string, args?: object) => Promise<Reply>>();
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({ rpc: (name: string, args?: object) => ({ abortSignal: () => rpc(name, args) }) }),
}));

const documentId = '33333333-3333-4333-8333-333333333333';
const idOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
let waiting = 0;
beforeEach(() => {
  rpc.mockReset();
  rpc.mockImplementation(async (name) => {
    const requests = Array.from({ length: waiting }, (_, at) => ({
      userId: idOf(at),
      name: `Guest ${at}`,
      email: `${at}@x.cz`,
    }));
    const data =
      name === 'list_sharing' ? { linkRole: null, mailsAreSetUp: true, invitations: [], requests } : [];
    if (name === 'answer_request') waiting -= 1;
    return { data, error: null, status: 200 };
  });
});

function show(owning: boolean, language: Language = 'en-US'): HTMLElement {
  const share = (
    <Share documentId={documentId} title="Plan" userId={idOf(9)} owning={owning} onLeft={() => undefined} />
  );
  renderInApp(share, { language });
  return screen.getByRole('button', { name: language === 'cs' ? 'Sdílet' : 'Share' });
}
const noteOf = (button: HTMLElement): string =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? '';

test.each([
  [1, '1 člověk žádá'],
  [3, '3 lidé žádají'],
  [5, '5 lidí žádá'],
])('the badge and its accessible description show %i requests', async (count, words) => {
  waiting = count;
  const button = show(true, 'cs');
  await vi.waitFor(() =>
    expect(button.querySelector('[data-count]')?.getAttribute('data-count')).toBe(String(count)),
  );
  expect(noteOf(button).replaceAll('\u00a0', ' ')).toContain(words);
});

test('the mark disappears with the last answered request', async () => {
  waiting = 1;
  const button = show(true);
  await vi.waitFor(() => expect(noteOf(button)).toBe('1 person is asking for access.'));
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  await vi.waitFor(() => expect(noteOf(button)).toBe(''));
  expect(button.textContent).toBe('Share');
});

test('other members do not query pending requests', async () => {
  waiting = 2;
  const button = show(false);
  await userEvent.hover(button);
  expect(noteOf(button)).toBe('');
  expect(rpc).not.toHaveBeenCalled();
});
