// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { proofFileOf, type HistoryProof } from '../../../../src/app/data/history-proof.ts';
import { ShownProof } from '../../../../src/app/pages/shown-proof.tsx';
import { cleanup, renderApp } from '../../../support/render-app.tsx';

const prove = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock(import('../../../../src/app/data/history-proof.ts'), async (load) => ({
  ...(await load()),
  proveHistory: prove as never,
  verifyCommand: () => 'npm run verify-history',
}));

beforeEach(() => {
  prove.mockReset();
});
afterEach(cleanup);

test.each([
  ['en-US', 'You can’t create this proof', /Only the owner and the editors/],
  ['cs', 'Tento doklad vytvořit nemůžete', /jen vlastník a/],
] as const)(
  'in %s, a viewer reads why there is no proof for them, and is not asked to retry',
  async (language, title, why) => {
    prove.mockRejectedValue(new ApiError({ code: 'forbidden', status: 403 }));
    renderApp(<ShownProof documentId="d" until={null} />, language);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent?.replaceAll(/\s/gu, ' ')).toContain(title);
    expect(alert.textContent?.replaceAll(/\s/gu, ' ')).toMatch(why);
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test.each([
  ['not_found', 404, 0],
  ['gone', 410, 0],
  ['unreachable', 0, 1],
] as const)('after %s, a retry is offered only if it may succeed', async (code, status, retries) => {
  prove.mockRejectedValue(new ApiError({ code, status }));
  renderApp(<ShownProof documentId="d" until={null} />);
  await screen.findByText('The proof couldn’t be created');
  expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(retries);
});

const PROOF: HistoryProof = {
  statement: 'a.b.c',
  signedAt: new Date(0),
  key: { id: 'key', fromMs: null, untilMs: null },
  rows: [],
  timeStamp: undefined,
  claims: {
    document: { id: '11111111-2222-4333-8444-555555555555', title: 'Refusal' },
    from: 1,
    until: 1,
    refused: [1],
    chain: '0'.repeat(64),
    writers: [],
    people: [],
  },
};

test('a missing time stamp is shown, and Try again creates another proof', async () => {
  prove.mockResolvedValueOnce({ ...PROOF, timeStamp: null });
  const timeStamp = { token: 'AAAA', atMs: 0, authority: 'Example TSA' };
  prove.mockResolvedValueOnce({ ...PROOF, timeStamp });
  renderApp(<ShownProof documentId="d" until={null} />);
  await screen.findByText(/^No time stamp/);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Example TSA');
  expect(screen.queryByText(/^No time stamp/)).toBeNull();
});

test('without an authority, the proof has no line about time stamps', async () => {
  prove.mockResolvedValue(PROOF);
  renderApp(<ShownProof documentId="d" until={null} />);
  await screen.findByText('Refusal');
  expect(screen.queryByText('Time stamp')).toBeNull();
});

test('a file with a time stamp is of version 4, one without of version 3', () => {
  const authorship = { writers: [], text: [] };
  const timeStamp = { token: 'AAAA', atMs: 0, authority: null };
  for (const has of ['text', 'hash'] as const) {
    expect(proofFileOf({ ...PROOF, timeStamp }, authorship, has)).toMatchObject({
      version: 4,
      timeStamp: 'AAAA',
    });
    for (const none of [null, undefined]) {
      const file = proofFileOf({ ...PROOF, timeStamp: none }, authorship, has);
      expect(file.version).toBe(3);
      expect(file).not.toHaveProperty('timeStamp');
    }
  }
});
