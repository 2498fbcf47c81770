// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { canToggleDetails, toggleDetails } from '../../../../../src/app/editor/details/details-commands.ts';
import { isHidden } from '../../../../../src/app/editor/details/open-details.ts';
import { goToMatch, search } from '../../../../../src/app/editor/find/find-plugin.ts';
import { plainText } from '#contract/text/plain-text.ts';
import {
  closeSeat,
  connectSeats,
  openSeat,
  paste,
  pressKeys,
  type Seat,
  readHtml,
} from '../../../../support/editors.ts';
import { fillInLayout } from '../../../../support/render-app.tsx';

fillInLayout();

let jana: Seat;
let petr: Seat;

beforeEach(() => {
  jana = openSeat('Jana', '#ce0d6e');
  petr = openSeat('Petr', '#007e68');
});

afterEach(() => {
  closeSeat(jana);
  closeSeat(petr);
});

const details = (summary: string, content: string): string =>
  `<details><summary>${summary}</summary><div data-type="detailsContent">${content}</div></details>`;
const html = (seat = jana): string => readHtml(seat.editor);
const button = ({ editor } = jana): HTMLElement => editor.view.dom.querySelector('.details-button')!;
const isOpen = (seat = jana): boolean => button(seat).getAttribute('aria-expanded') === 'true';
const type = (text: string, { editor: { view } } = jana): void =>
  view.dispatch(view.state.tr.insertText(text));

function caretAt(text: string, offset = 0, { editor } = jana): void {
  let place = -1;
  editor.state.doc.descendants((node, at) => {
    if (node.isTextblock && node.textContent.startsWith(text)) place = at + 1;
  });
  editor.commands.setTextSelection(place + offset);
}

/** Shares the content with Petr; closed for both. */
function share(content: string): void {
  petr.editor.commands.setContent(`${content}<p>end</p>`);
  petr.editor.commands.setTextSelection(petr.editor.state.doc.content.size - 1);
  connectSeats(petr, jana);
  caretAt('end');
}

test('a line becomes an open summary, with the caret unchanged, and back', () => {
  type('more');
  jana.editor.commands.setTextSelection(3);
  toggleDetails(jana.editor);
  type('X');
  expect(html()).toBe(details('moXre', '<p></p>'));
  expect(isOpen()).toBe(true);
  toggleDetails(jana.editor);
  type('Y');
  expect(html()).toBe('<p>moXYre</p><p></p>');
});

test('several blocks become the content', () => {
  jana.editor.commands.setContent('<p>a</p><ul><li><p>b</p></li></ul>');
  jana.editor.commands.selectAll();
  toggleDetails(jana.editor);
  expect(html()).toBe(details('', '<p>a</p><ul><li><p>b</p></li></ul>'));
  caretAt('b', 1);
  toggleDetails(jana.editor);
  type('!');
  expect(html()).toBe('<p>a</p><ul><li><p>b!</p></li></ul>');
});

test('is not available where a list needs its line', () => {
  jana.editor.commands.setContent('<ul><li><p>b</p></li></ul>');
  expect(canToggleDetails(jana.editor)).toBe(false);
});

test('the open state is local: neither the document nor a peer changes', () => {
  share(details('Plan', '<p>inside</p>'));
  const before = Y.encodeStateVector(jana.doc);
  expect([isOpen(jana), isOpen(petr)]).toEqual([false, false]);
  button(jana).click();
  expect([isOpen(jana), isOpen(petr)]).toEqual([true, false]);
  expect(Y.encodeStateVector(jana.doc)).toEqual(before);
  expect(button().getAttribute('aria-label')).toBe('Section: Plan');
});

test('remote changes inside and around it keep the local open state', () => {
  share(`<p>before</p>${details('Plan', '<p>inside</p>')}`);
  button(jana).click();
  petr.editor.commands.insertContentAt(0, '<p>first</p>');
  caretAt('inside', 0, petr);
  type('more ', petr);
  expect(isOpen(jana)).toBe(true);
  button(jana).click();
  type('and ', petr);
  expect(isOpen(jana)).toBe(false);
  jana.editor.createNodeViews();
  button(jana).click();
  jana.editor.createNodeViews();
  expect(isOpen(jana), 'stays open when drawn again').toBe(true);
});

test('a selection inside opens it; closing moves the selection to the summary', () => {
  share(details('Plan', '<p>inside</p>'));
  caretAt('inside', 2);
  expect(isOpen()).toBe(true);
  button().click();
  expect(isOpen()).toBe(false);
  type('!');
  expect(html()).toContain('Plan!');
});

test('a match in closed content opens it', () => {
  share(details('Plan', '<p>word</p>'));
  expect(isHidden(jana.editor.state, 9)).toBe(true);
  search(jana.editor, { query: 'word', accents: true });
  expect(isOpen()).toBe(true);
  button().click();
  goToMatch(jana.editor, 1);
  expect(isOpen()).toBe(true);
});

describe('keys', () => {
  const press = (key: string, modifiers: KeyboardEventInit = {}): boolean =>
    pressKeys(jana.editor, key, modifiers);

  test('Mod+Enter in the summary toggles it', () => {
    share(details('Plan', '<p>inside</p>'));
    caretAt('Plan');
    press('Enter', { ctrlKey: true });
    expect(isOpen()).toBe(true);
    press('Enter', { ctrlKey: true });
    expect(isOpen()).toBe(false);
    expect(html()).not.toContain('<br>');
  });

  test('Enter at the end of a closed summary adds a line below', () => {
    share(details('Plan', '<p>inside</p>'));
    caretAt('Plan', 4);
    press('Enter');
    type('x');
    expect(html()).toBe(`${details('Plan', '<p>inside</p>')}<p>x</p><p>end</p>`);
    expect(isOpen()).toBe(false);
  });

  test('Enter at the end of an open summary moves inside and uses an empty line there', () => {
    type('Plan');
    toggleDetails(jana.editor);
    press('Enter');
    type('x');
    expect(html()).toBe(details('Plan', '<p>x</p>'));
    caretAt('Plan', 4);
    press('Enter');
    type('y');
    expect(html()).toBe(details('Plan', '<p>y</p><p>x</p>'));
  });

  test('Enter within the summary moves the rest inside and opens it', () => {
    share(details('Plan B', '<p>inside</p>'));
    caretAt('Plan', 4);
    press('Enter');
    expect(html()).toContain(details('Plan', '<p> B</p><p>inside</p>'));
    expect(isOpen()).toBe(true);
  });

  test('Enter in an empty last line leaves the details', () => {
    share(details('Plan', '<p>inside</p>'));
    caretAt('inside', 6);
    press('Enter');
    press('Enter');
    type('out');
    expect(html()).toBe(`${details('Plan', '<p>inside</p>')}<p>out</p><p>end</p>`);
  });

  test('Backspace at the start of the summary unwraps the details', () => {
    share(details('Plan', '<p>inside</p>'));
    caretAt('Plan');
    press('Backspace');
    expect(html()).toBe('<p>Plan</p><p>inside</p><p>end</p>');
  });

  test.each([
    ['Backspace', 'inside', 0],
    ['Delete', 'Plan', 4],
  ])('%s joins the first line with the summary', (key, text, offset) => {
    share(details('Plan', '<p>inside</p><p>more</p>'));
    button().click();
    caretAt(text, offset);
    press(key);
    type('|');
    expect(html()).toContain(details('Plan|inside', '<p>more</p>'));
  });

  test('Delete before closed content deletes nothing', () => {
    share(details('Plan', '<p>inside</p>'));
    caretAt('Plan', 4);
    expect(press('Delete')).toBe(true);
    expect(html()).toContain(details('Plan', '<p>inside</p>'));
  });
});

test('two peers who delete one block of the content each leave the summary', () => {
  petr.editor.commands.setContent(`${details('Plan', '<p>a</p><p>b</p>')}<p>end</p>`);
  const exchange = (): void => {
    const [mine, theirs] = [jana, petr].map(({ doc }) => Y.encodeStateAsUpdate(doc));
    Y.applyUpdate(petr.doc, mine!, 'remote');
    Y.applyUpdate(jana.doc, theirs!, 'remote');
  };
  exchange();
  for (const [seat, text] of [
    [jana, 'a'],
    [petr, 'b'],
  ] as const) {
    caretAt(text, 0, seat);
    const { $from } = seat.editor.state.selection;
    seat.editor.commands.deleteRange({ from: $from.before(), to: $from.after() });
  }
  exchange();
  exchange();
  expect(html()).toContain(details('Plan', ''));
  expect(html(petr)).toBe(html());
  caretAt('Plan', 4);
  pressKeys(jana.editor, 'Enter');
  type('new');
  expect(html()).toContain(details('Plan', '<p>new</p>'));
});

test('details pasted from a web page stay details; as plain text they are lines', () => {
  paste(jana, {
    html: '<details open><summary>More <b>here</b></summary>Words<ul><li>one</li></ul></details><p>x</p>',
  });
  expect(html()).toContain(details('More <strong>here</strong>', '<p>Words</p><ul><li><p>one</p></li></ul>'));
  expect(html()).not.toContain('open');
  expect(plainText(jana.doc.getXmlFragment(TEXT_ROOT))).toContain('More here\nWords\none');
});
