// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import type { ShownVersion } from '../../../../src/app/data/paths.ts';
import type { SavedState } from '../../../../src/app/data/versions.ts';
import { SinceLastVisit } from '../../../../src/app/history/since-last-visit.tsx';
import { WhileAway } from '../../../../src/app/history/while-away.tsx';
import type { Language } from '#contract/languages.ts';
import { fillInLayout, renderApp } from '../../../support/render-app.tsx';

const requests = vi.hoisted(() => ({
  ask: vi.fn<() => Promise<unknown>>(),
  read: vi.fn<() => Promise<void>>(),
  state: vi.fn<() => Promise<SavedState>>(),
}));

vi.mock(import('../../../../src/app/data/versions.ts'), async (load) => {
  const real = await load();
  return {
    ...real,
    stateAtQuery: (...asked) => ({ ...real.stateAtQuery(...asked), queryFn: requests.state }),
  };
});

vi.mock(import('../../../../src/app/data/while-away.ts'), async (load) => {
  const real = await load();
  return {
    whileAwayQuery: (documentId) => ({ ...real.whileAwayQuery(documentId), queryFn: requests.ask }) as never,
    markAsRead: async (client, documentId) => {
      client.setQueryData(real.whileAwayQuery(documentId).queryKey, null);
      await requests.read();
    },
  };
});

const show = vi.fn<(shown: ShownVersion) => void>();
beforeAll(fillInLayout);
beforeEach(() => {
  vi.resetAllMocks();
  requests.ask.mockResolvedValue({
    seq: 41,
    unread: true,
    leftAt: new Date(Date.now() - 20 * 60_000),
    people: ['Jana', 'Petr', null],
  });
  requests.read.mockResolvedValue();
  requests.state.mockResolvedValue({
    seq: 41,
    updates: [Y.encodeStateAsUpdate(docOf('one', 'two', 'three'))],
  });
});
function docOf(...lines: readonly string[]): Y.Doc {
  const doc = new Y.Doc();
  const blocks = lines.map((line) => {
    const block = new Y.XmlElement('paragraph');
    block.insert(0, [new Y.XmlText(line)]);
    return block;
  });
  doc.getXmlFragment('default').insert(0, blocks);
  return doc;
}
const open = (language?: Language) =>
  renderApp(<WhileAway documentId="d" doc={docOf('one', 'two and', 'three and')} onShow={show} />, language);
const bar = () => screen.getByRole('region').textContent?.replaceAll(/\s/gu, ' ');

test('the bar names the users who changed the document since the last visit, and opens the comparison', async () => {
  open();
  await waitFor(() =>
    expect(bar()).toContain(
      'Jana, Petr, and a former member made changes since you were here (20 minutes ago).',
    ),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Show 2 changes' }));
  expect(show).toHaveBeenCalledWith({ versionId: 'present', beforeId: '@41' });
  expect(requests.read).toHaveBeenCalledOnce();
});

test('the changes are offered uncounted when they cannot be read', async () => {
  requests.state.mockRejectedValue(new ApiError({ code: 'unreachable', status: 0 }));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Show changes' }));
  expect(show).toHaveBeenCalledOnce();
});

test('it is marked as read, and goes', async () => {
  open('cs');
  await waitFor(() => expect(bar()).toContain('návštěvy (před 20 minutami)'));
  expect(bar()).toContain('Jana, Petr a bývalý člen');
  await userEvent.click(screen.getByRole('button', { name: 'Označit jako přečtené' }));
  expect(bar()).toBe('');
  expect(requests.read).toHaveBeenCalledOnce();
  expect(show).not.toHaveBeenCalled();
});

test('nothing is shown when nothing is new, or the server does not answer', async () => {
  requests.ask
    .mockResolvedValueOnce(null)
    .mockRejectedValue(new ApiError({ code: 'unreachable', status: 0 }));
  open();
  await waitFor(() => expect(requests.ask).toHaveBeenCalledOnce());
  expect(bar()).toBe('');
});

test('it goes also when it cannot be marked', async () => {
  requests.read.mockRejectedValue(new ApiError({ code: 'unreachable', status: 0 }));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as read' }));
  expect(bar()).toBe('');
});

test('a short absence has no bar, but an entry in the menu with the same view', async () => {
  requests.ask.mockResolvedValue({ seq: 41, unread: false, leftAt: new Date(), people: ['Jana'] });
  renderApp(
    <>
      <WhileAway documentId="d" doc={docOf('one')} onShow={show} />
      <SinceLastVisit documentId="d" onShow={show} />
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Changes since you were here' }));
  expect(bar()).toBe('');
  expect(show).toHaveBeenCalledExactlyOnceWith({ versionId: 'present', beforeId: '@41' });
  expect(requests.ask).toHaveBeenCalledOnce();
});

test('there is no entry when others changed nothing', async () => {
  requests.ask.mockResolvedValue(null);
  renderApp(<SinceLastVisit documentId="d" onShow={show} />);
  await waitFor(() => expect(requests.ask).toHaveBeenCalledOnce());
  expect(screen.queryByRole('button')).toBeNull();
});
