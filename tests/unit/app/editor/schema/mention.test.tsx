// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { MAX_NAME_CHARS } from '#contract/limits.ts';
import { countDocument } from '../../../../../src/app/editor/document-tools/count-words.ts';
import { MemberDirectory } from '../../../../../src/app/editor/mention/member-directory.ts';
import { findMembers, mentionMenu } from '../../../../../src/app/editor/mention/mention-menu.tsx';
import { SuggestionList } from '../../../../../src/app/editor/suggestions/suggestion-list.tsx';
import { plainText } from '#contract/text/plain-text.ts';
import {
  closeSeat,
  connectSeats,
  openSeat,
  paste,
  pressKeys,
  typeText,
  type Seat,
  readHtml,
} from '../../../../support/editors.ts';
import { cleanup, fillInLayout, renderApp } from '../../../../support/render-app.tsx';

const JANA = { userId: '0b6f7a52-30d5-4a0c-9a55-8f7f6a3c1d10', name: 'Jana Nováková', color: '#ce0d6e' };
const PETR = { userId: '1b6f7a52-30d5-4a0c-9a55-8f7f6a3c1d11', name: 'Petr Říha', color: '#007e68' };
const members = [JANA, PETR];

let jana: Seat;
let petr: Seat;

beforeAll(fillInLayout);

beforeEach(() => {
  jana = openSeat('Jana', JANA.color, { members });
  petr = openSeat('Petr', PETR.color);
  connectSeats(jana, petr);
});

afterEach(() => {
  cleanup();
  closeSeat(jana);
  closeSeat(petr);
});

const mentionOf = ({ editor }: Seat): HTMLElement | null => editor.view.dom.querySelector('.mention');
const insert = (seat: Seat, attrs: Record<string, unknown>): void =>
  void seat.editor.commands.insertContent({ type: 'mention', attrs });

describe('the list', () => {
  const hidden = true;
  const offered = (): (string | null)[] =>
    screen.queryAllByRole('option', { hidden }).map((one) => one.textContent);
  const type = (text: string): void => act(() => typeText(jana, text));

  beforeEach(() => {
    const actions = { openLinkCard: () => undefined, chooseImages: () => undefined };
    renderApp(<SuggestionList editor={jana.editor} actions={actions} />, 'cs');
  });

  test('offers the members by any word of their names, and inserts the chosen one', () => {
    type('ahoj @');
    expect(screen.getByRole('listbox', { hidden }).getAttribute('aria-label')).toBe('Zmínit člena');
    expect(offered()).toEqual(['Jana Nováková', 'Petr Říha']);
    type('rih');
    expect(offered()).toEqual(['Petr Říha']);
    act(() => void pressKeys(jana.editor, 'Enter'));
    type('víš');
    expect(jana.editor.getText()).toBe('ahoj @Petr Říha víš');
    expect(readHtml(petr.editor)).toContain(`data-id="${PETR.userId}"`);
    act(() => void jana.editor.commands.undo());
    act(() => void jana.editor.commands.undo());
    expect(jana.editor.getText()).toBe('ahoj @rih');
  });

  test.each(['jana@', 'cena @ kus', '@nikdo', 'a@b.cz'])('%s offers no members', (text) => {
    type(text);
    expect(offered()).toEqual([]);
  });
});

test('members are requested with the first @, and the list is notified of each change', () => {
  const directory = new MemberDirectory();
  const menu = mentionMenu(directory);
  let calls = 0;
  menu.whenReady?.(() => (calls += 1));
  typeText(petr, '@pe');
  expect(directory.isWanted()).toBe(false);
  expect(menu.find(petr.editor.state.selection.$from)?.query).toBe('pe');
  expect([directory.isWanted(), calls]).toEqual([true, 0]);
  directory.set(members);
  directory.set(members);
  expect(calls).toBe(2);
  expect(menu.offer('pe', petr.editor)?.map(({ id }) => id)).toEqual([PETR.userId]);
});

test('names match without accents, and words from their start', () => {
  const found = (query: string): string[] => findMembers(members, query).map(({ name }) => name);
  expect(found('jana nov')).toEqual(['Jana Nováková']);
  expect(found('ŘÍ')).toEqual(['Petr Říha']);
  expect(found('ana')).toEqual([]);
});

test.each([
  ['lukasz', 'Łukasz Żuk'],
  ['strasse', 'Anna Straße'],
  ["o'n", 'Sean O’Neill'],
  ['सीता', 'सीता देवी'],
  ['ří'.normalize('NFD'), 'Petr Říha'],
  ['かん', 'かん けん'],
  ['김하', '김하늘'],
])('@%s finds %s', (query, name) => {
  const names = [
    'Łukasz Żuk',
    'Anna Straße',
    'Sean O’Neill',
    'सीता देवी',
    'Petr Říha',
    'かん けん',
    'がん けん',
  ];
  const known = [...names, '김하늘', '긴하늘'].map((one) => ({ ...JANA, name: one }));
  const menu = mentionMenu(new MemberDirectory());
  typeText(petr, `@${query}`);
  const typed = menu.find(petr.editor.state.selection.$from)?.query ?? '';
  expect(findMembers(known, typed).map((one) => one.name)).toEqual([name]);
});

test('a mention shows the current name if known, otherwise the stored one', () => {
  insert(petr, { id: JANA.userId, label: 'Jana Svobodová' });
  expect(mentionOf(jana)?.textContent).toBe('@Jana Nováková');
  expect(mentionOf(petr)?.textContent).toBe('@Jana Svobodová');
});

test('a hostile mention from a peer is limited in length and contains no markup', () => {
  insert(petr, { id: 'x" onclick="alert(1)', label: `<img src=x onerror=alert(1)>\n${'x'.repeat(500)}` });
  const shown = mentionOf(jana);
  expect(shown?.childElementCount).toBe(0);
  expect(shown?.textContent).toHaveLength(MAX_NAME_CHARS + 1);
  expect(shown?.textContent).not.toContain('\n');
  const html = readHtml(jana.editor);
  expect(html).not.toContain('data-id');
  expect(html).not.toContain('<img');
  insert(petr, { id: [JANA.userId], label: 7 });
  expect(jana.editor.getText()).toContain('@?');
});

test('a mention survives copying; without a valid id it is text', () => {
  const html = `<p>x <span data-id="${PETR.userId}" data-type="mention">@Petr</span></p>`;
  paste(jana, { html });
  expect(readHtml(jana.editor)).toBe(html);
  jana.editor.commands.clearContent();
  paste(jana, { html: '<p><span data-type="mention" data-id="7">@Petr</span></p>' });
  expect(readHtml(jana.editor)).toBe('<p>@Petr</p>');
});

test('the name of a mention counts as text in copies, word count and comparisons', () => {
  typeText(jana, 'ask ');
  insert(jana, { id: PETR.userId, label: 'Petr Říha' });
  const { doc } = jana.editor.state;
  expect(plainText(jana.doc.getXmlFragment(TEXT_ROOT))).toBe('ask @Petr Říha');
  expect(doc.textContent).toBe('ask @Petr Říha');
  expect(countDocument(doc).words).toBe(3);
});

test('a mention that is chosen is named by its Yjs id; one that is pasted or undone is not', () => {
  const directory = new MemberDirectory();
  directory.set(members);
  const chosen: string[] = [];
  directory.listen(({ userId, item }) => void chosen.push(`${userId} ${item.id.client}`));
  const choose = mentionMenu(directory).offer('rih', jana.editor)?.[0];
  insert(jana, { id: PETR.userId, label: 'Petr Říha' });
  expect(chosen).toEqual([]);
  choose?.run(jana.editor, { openLinkCard: () => undefined, chooseImages: () => undefined });
  expect(chosen).toEqual([`${PETR.userId} ${jana.doc.clientID}`]);
  jana.editor.commands.undo();
  jana.editor.commands.redo();
  expect(chosen).toHaveLength(1);
});
