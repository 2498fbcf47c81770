// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { pressKeys, typeText, type Seat } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();

/** The lines of the peer, each with the kinds of list around it. */
function linesOf({ editor }: Seat): string[] {
  const lines: string[] = [];
  editor.state.doc.descendants((node, position) => {
    if (!node.isTextblock) return;
    const place = editor.state.doc.resolve(position);
    const lists = Array.from({ length: place.depth + 1 }, (_, depth) => place.node(depth).type.name).filter(
      (name) => name.endsWith('List'),
    );
    lines.push([...lists.map((name) => name.slice(0, -'List'.length)), node.textContent].join(' '));
  });
  return lines;
}

const press = (key: string, modifiers: KeyboardEventInit = {}): boolean =>
  pressKeys(jana.editor, key, modifiers);

describe.each([
  ['- ', 'bullet'],
  ['1. ', 'ordered'],
  ['[ ] ', 'task'],
])('in a list started with %j', (sign, kind) => {
  beforeEach(() => {
    typeText(jana, `${sign}one`);
    press('Enter');
    typeText(jana, 'two');
  });

  test('screen readers get a list with its number of items', () => {
    const list = within(petr.editor.view.dom).getByRole('list');
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  });

  test('Enter adds an item, and Enter twice leaves the list', () => {
    expect(linesOf(petr)).toEqual([`${kind} one`, `${kind} two`]);
    press('Enter');
    press('Enter');
    typeText(jana, 'after');
    expect(linesOf(petr)).toEqual([`${kind} one`, `${kind} two`, 'after']);
  });

  test('Tab moves an item into the one above, Shift+Tab out again', () => {
    expect(press('Tab')).toBe(true);
    expect(linesOf(petr)).toEqual([`${kind} one`, `${kind} ${kind} two`]);
    expect(press('Tab', { shiftKey: true })).toBe(true);
    expect(linesOf(petr)).toEqual([`${kind} one`, `${kind} two`]);
  });

  test('Enter twice in a nested item goes one level up', () => {
    press('Tab');
    press('Enter');
    press('Enter');
    typeText(jana, 'three');
    expect(linesOf(petr)).toEqual([`${kind} one`, `${kind} ${kind} two`, `${kind} three`]);
  });

  test('Backspace at the start lifts an item out of the list and keeps its text', () => {
    jana.editor.commands.setTextSelection(3);
    press('Backspace');
    expect(linesOf(petr)).toEqual(['one', `${kind} two`]);
  });

  test('Enter in the middle splits an item', () => {
    jana.editor.commands.setTextSelection(jana.editor.state.selection.from - 1);
    press('Enter');
    expect(linesOf(petr)).toEqual([`${kind} one`, `${kind} tw`, `${kind} o`]);
  });
});

test('outside of lists Tab is left to the page', () => {
  typeText(jana, 'word');
  expect(press('Tab')).toBe(false);
  expect(jana.editor.getText()).toBe('word');
});

describe('a task', () => {
  const boxOf = ({ editor }: Seat): HTMLInputElement => {
    const box = editor.view.dom.querySelector('input');
    if (!box) throw new Error('no checkbox');
    return box;
  };
  const isDone = ({ editor }: Seat): unknown => editor.state.doc.firstChild?.firstChild?.attrs['checked'];

  beforeEach(() => typeText(jana, '[ ] milk'));

  test('is done for both when one user checks it, and can be undone', () => {
    expect([isDone(petr), boxOf(petr).checked]).toEqual([false, false]);
    boxOf(jana).click();
    expect([isDone(petr), boxOf(petr).checked]).toEqual([true, true]);
    boxOf(petr).click();
    expect([isDone(jana), boxOf(jana).checked]).toEqual([false, false]);
    petr.editor.commands.undo();
    expect([isDone(jana), boxOf(jana).checked]).toEqual([true, true]);
  });

  test('has the text of the task as its accessible name', () => {
    expect(boxOf(petr).getAttribute('aria-label')).toBe('Done: milk');
  });

  test('is checked and unchecked by keys at the caret, without those around it', () => {
    press('Enter');
    press('Tab');
    typeText(jana, 'oat milk');
    const done = (): string[] =>
      [...petr.editor.view.dom.querySelectorAll('li')].map((item) => item.dataset['checked'] ?? '');
    expect(press('Enter', { ctrlKey: true })).toBe(true);
    expect(done()).toEqual(['false', 'true']);
    jana.editor.commands.selectAll();
    press('Enter', { ctrlKey: true });
    expect(done(), 'some of them are not done').toEqual(['true', 'true']);
    press('Enter', { ctrlKey: true });
    expect(done()).toEqual(['false', 'false']);
  });

  test('cannot be checked by a viewer', () => {
    petr.editor.setEditable(false);
    boxOf(petr).click();
    expect([isDone(jana), boxOf(petr).checked]).toEqual([false, false]);
  });
});
