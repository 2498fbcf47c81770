// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { ShownProof } from '../../../../src/app/pages/shown-proof.tsx';
import { cleanup, renderApp } from '../../../support/render-app.tsx';

const prove = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock(import('../../../../src/app/data/history-proof.ts'), async (load) => ({
  ...(await load()),
  proveHistory: prove as never,
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
