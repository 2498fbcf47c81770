// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FilePlus } from 'lucide-react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { FindPanel } from '../../../../src/app/find/find-panel.tsx';
import type { FoundPassage, Row } from '../../../../src/app/find/rows.ts';
import type { SearchTexts } from '../../../../src/app/find/use-texts.ts';
import { renderInApp } from '../render-in-app.tsx';
import { listed, SELF } from './listed.ts';

const DOCUMENTS = [
  listed('Smlouva o dílo', { days: 3 }),
  listed('Návrh smlouvy', { days: 1 }),
  listed('Rozpočet', { days: 2, ownerId: 'petr', ownerName: 'Petr Malý' }),
];

const PASSAGE: FoundPassage = {
  documentId: 'Rozpočet',
  title: 'Rozpočet',
  headings: ['Práce', 'Zedník'],
  text: 'Cena podle smlouvy o dílo.',
  marks: [[11, 18]],
  isTrashed: false,
  comment: null,
};

const chosen = vi.fn<(row: Row, query: string) => void>();
const inTab = vi.fn<(row: Row, query: string) => boolean>(() => true);
let answer: (passages: readonly FoundPassage[] | ApiError) => void;
const search = vi.fn<SearchTexts>();

beforeEach(() => {
  Element.prototype.scrollIntoView ??= () => undefined;
  search.mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        answer = (found) => (found instanceof ApiError ? reject(found) : resolve(found));
      }),
  );
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.restoreAllMocks();
});

function Panel({ searchHere }: { readonly searchHere?: SearchTexts }) {
  const [open, setOpen] = useState(true);
  return (
    <FindPanel
      open={open}
      onOpenChange={setOpen}
      findable={{
        documents: DOCUMENTS,
        openDocumentId: null,
        headings: [{ level: 2, text: 'Závěr' }],
        commands: [
          { id: 'new', icon: FilePlus, label: 'New document', names: ['New document'], run: vi.fn() },
        ],
        selfId: SELF,
      }}
      searchTexts={search}
      searchHere={searchHere}
      onChosen={chosen}
      openInTab={inTab}
    />
  );
}

const field = (): HTMLElement => screen.getByRole('combobox', { name: 'Find' });
const options = (): string[] => screen.queryAllByRole('option').map((one) => one.textContent);
const active = (): string | undefined => {
  const id = field().getAttribute('aria-activedescendant');
  return id === null ? undefined : document.getElementById(id)?.textContent;
};

test('begins with the field, the last opened documents and the commands', () => {
  renderInApp(<Panel />);
  expect(document.activeElement).toBe(field());
  expect(screen.getByRole('dialog', { name: 'Find' })).toBeTruthy();
  const recent = screen.getByRole('group', { name: 'Recently opened' });
  expect(within(recent).getAllByRole('option')).toHaveLength(3);
  expect(options().slice(0, 2)).toEqual(['Návrh smlouvy', 'Rozpočetby Petr Malý']);
  expect(active()).toBe('Návrh smlouvy');
  expect(search).not.toHaveBeenCalled();
});

test('keys alone open a document by its initials', async () => {
  renderInApp(<Panel />);
  await userEvent.keyboard('sod{Enter}');
  await waitFor(() => expect(chosen).toHaveBeenCalledTimes(1));
  expect(chosen.mock.calls[0]?.[0].id).toBe('document Smlouva o dílo');
  expect(chosen.mock.calls[0]?.[1]).toBe('sod');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('arrows, Home and End move the highlight, Control+Enter opens a tab, Escape closes', async () => {
  renderInApp(<Panel />);
  await userEvent.keyboard('smlouv{ArrowDown}');
  expect(active()).toBe('Návrh smlouvy');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('Smlouva o dílo');
  await userEvent.keyboard('{End}');
  expect(active()).toBe('Návrh smlouvy');
  await userEvent.keyboard('{Home}{Control>}{Enter}{/Control}');
  expect(inTab.mock.calls[0]?.[0].id).toBe('document Smlouva o dílo');
  expect(chosen).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an Enter that ends a composition opens nothing', () => {
  renderInApp(<Panel />);
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('texts come below, marked, and move no highlight', async () => {
  renderInApp(<Panel />);
  await userEvent.keyboard('smlouv{ArrowDown}');
  await waitFor(() => expect(search).toHaveBeenCalledTimes(1));
  expect(search.mock.calls[0]?.[0]).toBe('smlouv');
  await act(async () => answer([PASSAGE]));
  const texts = await screen.findByRole('group', { name: 'In texts' });
  expect(texts.querySelector('mark')?.textContent).toBe('smlouvy');
  expect(texts.textContent).toContain('Práce › Zedník');
  expect(active()).toBe('Návrh smlouvy');
  expect(options()).toHaveLength(3);
});

test('a failed search is said in words, and titles stay', async () => {
  renderInApp(<Panel />);
  await userEvent.keyboard('smlouv');
  await waitFor(() => expect(search).toHaveBeenCalledTimes(1));
  await act(async () => answer(new ApiError({ code: 'unreachable', status: 0 })));
  expect(await screen.findByText(/Texts couldn’t be searched\. /)).toBeTruthy();
  expect(options()).toHaveLength(2);
});

test('offline, nothing is asked and a sentence says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderInApp(<Panel />);
  await userEvent.keyboard('smlouv');
  expect(screen.getByText(/You’re offline/)).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(search).not.toHaveBeenCalled();
});

test('passages of the open text come first and once, also offline', async () => {
  const here = vi.fn<SearchTexts>(() => Promise.resolve([PASSAGE]));
  const elsewhere = { ...PASSAGE, documentId: 'other', title: 'Jinde', text: 'Smlouva jinde.' };
  renderInApp(<Panel searchHere={here} />);
  await userEvent.keyboard('zednik');
  const texts = await screen.findByRole('group', { name: 'In texts' });
  expect(within(texts).getAllByRole('option')).toHaveLength(1);
  await waitFor(() => expect(search).toHaveBeenCalledTimes(1));
  await act(async () => answer([elsewhere, { ...PASSAGE, text: 'An older state of it.' }]));
  const shown = (): string[] =>
    within(texts)
      .getAllByRole('option')
      .map((one) => one.textContent);
  await waitFor(() =>
    expect(shown()).toEqual([expect.stringContaining(PASSAGE.text), expect.stringContaining(elsewhere.text)]),
  );
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await userEvent.keyboard('a');
  expect(await screen.findByText(/only titles and this document are searched/)).toBeTruthy();
  await waitFor(() => expect(here).toHaveBeenLastCalledWith('zednika', expect.anything()));
  expect(await screen.findByRole('option', { name: /Cena podle/ })).toBeTruthy();
});

test('nothing found is said, once the texts are searched too', async () => {
  renderInApp(<Panel />, { language: 'cs' });
  await userEvent.keyboard('xyzq');
  expect(screen.getByText('Hledá se v textech…')).toBeTruthy();
  await waitFor(() => expect(search).toHaveBeenCalledTimes(1));
  await act(async () => answer([]));
  expect(await screen.findByText('Pro „xyzq“ se nic nenašlo')).toBeTruthy();
});
