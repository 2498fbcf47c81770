// @vitest-environment jsdom
import { TextSelection } from '@tiptap/pm/state';
import { ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readUnits } from '#contract/comments/unit-ranges.ts';
import { allowComments, commentPlaces } from '../../../../../src/app/editor/comments/comment-places.ts';
import { askingIn } from '../../../../../src/app/editor/comments/comments-key.ts';
import type { NewAnchor, Place, PlacedThread } from '../../../../../src/app/editor/comments/types.ts';
import { pressKeys, readHtml, typeText } from '../../../../support/editors.ts';
import { fillInLayout } from '../../../../support/render-app.tsx';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();
beforeAll(fillInLayout);
beforeEach(() => allowComments(jana.editor, true));

const places = () => commentPlaces(jana.editor);
/** The shared text takes a change at once; highlights that it replaced are drawn again in the next task. */
const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 5));

function posOf(words: string): number {
  let found = -1;
  jana.editor.state.doc.descendants((node, pos) => {
    const at = node.isText ? node.text!.indexOf(words) : -1;
    if (at >= 0 && found < 0) found = pos + at;
  });
  if (found < 0) throw new Error(`no ${words}`);
  return found;
}

function select(from: number, to = from): void {
  const { state, view } = jana.editor;
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, from, to)));
}

function anchorOf(words: string): NewAnchor {
  select(posOf(words), posOf(words) + words.length);
  return places().anchorOfSelection()!;
}

const placeOf = (words: string): Place => ({ state: 'exact', ranges: readUnits(anchorOf(words).units) });

const thread = (id: string, place: Place, look: Partial<PlacedThread> = {}): PlacedThread => ({
  id,
  place,
  isActive: false,
  isResolved: false,
  ...look,
});

/** The painted text of a thread, each block for itself. */
function painted(id = 'a'): string[] {
  const blocks: { block: Element | null; text: string }[] = [];
  for (const one of jana.editor.view.dom.querySelectorAll(`[data-comment="${id}"]`)) {
    const block = one.closest('p, h1, h2, pre, td, li');
    if (blocks.at(-1)?.block === block && blocks.length > 0) blocks.at(-1)!.text += one.textContent;
    else blocks.push({ block, text: one.textContent });
  }
  return blocks.map(({ text }) => text);
}

test('the chosen letters are painted, and neither document nor peers receive that', () => {
  jana.editor.commands.setContent('<p>We go by train today.</p>');
  const before = readHtml(jana.editor);
  places().show([thread('a', placeOf('by train'))], null);
  expect(painted()).toEqual(['by train']);
  expect(readHtml(jana.editor)).toBe(before);
  expect(petr.editor.view.dom.innerHTML).not.toContain('comment');
});

test('typing before, inside and after', async () => {
  jana.editor.commands.setContent('<p>We go by train today.</p>');
  places().show([thread('a', placeOf('by train'))], null);
  select(1);
  typeText(jana, 'Now ');
  expect(painted()).toEqual(['by train']);
  select(posOf('train'));
  typeText(jana, 'fast ');
  expect(painted()).toEqual(['by fast train']);
  select(posOf(' today'));
  typeText(jana, 's');
  expect(painted()).toEqual(['by fast train']);
  select(posOf('by fast'));
  typeText(jana, 'x');
  await settle();
  expect(painted()).toEqual(['by fast train']);
});

test('remote typing before, inside and after', async () => {
  jana.editor.commands.setContent('<p>We go by train today.</p>');
  places().show([thread('a', placeOf('by train'))], null);
  petr.editor.commands.insertContentAt(1, 'Now ');
  petr.editor.commands.insertContentAt(14, 'fast ');
  await settle();
  expect(jana.editor.state.doc.textContent).toBe('Now We go by fast train today.');
  petr.editor.commands.insertContentAt(24, '!');
  await settle();
  expect(painted()).toEqual(['by fast train']);
});

test('what was typed between two chosen letters is painted in a new drawing too', async () => {
  jana.editor.commands.setContent('<p>We go by train today.</p>');
  const place = placeOf('by train');
  select(posOf('train'));
  typeText(jana, 'fast ');
  places().show([thread('a', place)], null);
  expect(painted()).toEqual(['by fast train']);
});

test('between ranges that were moved apart nothing is painted', () => {
  jana.editor.commands.setContent('<p>one two three</p>');
  const ranges = [...placeOf('one').ranges, ...placeOf('three').ranges];
  places().show([thread('a', { state: 'exact', ranges, apart: [1] })], null);
  expect([...jana.editor.view.dom.querySelectorAll('[data-comment]')].map((one) => one.textContent)).toEqual([
    'one',
    'three',
  ]);
});

test('Enter inside, a heading and a list', async () => {
  jana.editor.commands.setContent('<p>We go by train today.</p>');
  places().show([thread('a', placeOf('by train'))], null);
  select(posOf('train'));
  pressKeys(jana.editor, 'Enter', { keyCode: 13 });
  await settle();
  expect(painted()).toEqual(['by ', 'train']);
  jana.editor.commands.toggleHeading({ level: 2 });
  jana.editor.commands.toggleBulletList();
  await settle();
  expect(painted().join('')).toBe('by train');
});

test('a whole new drawing of the text keeps the highlights', async () => {
  jana.editor.commands.setContent('<p>before</p><p>We go by train today.</p>');
  places().show([thread('a', placeOf('by train'))], null);
  const { binding }: { binding: ProsemirrorBinding } = ySyncPluginKey.getState(jana.editor.state);
  binding._forceRerender();
  await settle();
  expect(painted()).toEqual(['by train']);
});

test('a place whose letters were written again keeps its highlight until the new place is known', async () => {
  jana.editor.commands.setContent('<p>We go by train today.</p>');
  const old = placeOf('by train');
  places().show([thread('a', old)], null);
  select(posOf('train'));
  pressKeys(jana.editor, 'Enter', { keyCode: 13 });
  petr.editor.commands.insertContentAt(1, 'Now ');
  await settle();
  expect(painted()).toEqual(['by ', 'train']);
  places().show(
    [thread('a', { state: 'exact', ranges: [...placeOf('by ').ranges, ...placeOf('train').ranges] })],
    null,
  );
  expect(painted()).toEqual(['by ', 'train']);
});

test('a place that moved is painted where it is now', () => {
  jana.editor.commands.setContent('<p>one two</p><p>three</p>');
  places().show([thread('a', placeOf('one'))], null);
  places().show([thread('a', placeOf('three'))], null);
  expect(painted()).toEqual(['three']);
  places().show([], null);
  expect(painted()).toEqual([]);
});

test('two overlapping threads have an element each, and the active one is stronger', () => {
  jana.editor.commands.setContent('<p>We go by train today.</p>');
  places().show(
    [thread('a', placeOf('go by train')), thread('b', placeOf('train today'), { isActive: true })],
    null,
  );
  expect(painted('a')).toEqual(['go by train']);
  expect(painted('b')).toEqual(['train today']);
  const active = [...jana.editor.view.dom.querySelectorAll('.is-active')];
  expect(new Set(active.map((one) => one.getAttribute('data-comment')))).toEqual(new Set(['b']));
});

test('letters and an image of one thread', () => {
  jana.editor.commands.setContent('<p>one</p>');
  const { editor } = jana;
  editor.commands.insertContentAt(editor.state.doc.content.size, { type: 'image', attrs: { alt: 'x' } });
  editor.commands.insertContentAt(editor.state.doc.content.size, '<p>two</p>');
  editor.commands.selectAll();
  const ranges = readUnits(places().anchorOfSelection()!.units);
  places().show([thread('a', { state: 'exact', ranges })], null);
  expect(editor.view.dom.querySelectorAll('.comment-mark')).toHaveLength(2);
  expect(editor.view.dom.querySelectorAll('.comment-block')).toHaveLength(1);
});

test('resolved threads are not painted, but have a top', () => {
  jana.editor.commands.setContent('<p>We go by train today.</p>');
  places().show([thread('a', placeOf('train'), { isResolved: true })], null);
  expect(painted()).toEqual([]);
  expect([...places().tops().keys()]).toEqual(['a']);
});

test('near is a bar beside the block, and no letter is painted', () => {
  jana.editor.commands.setContent('<p>one</p><p></p>');
  select(jana.editor.state.doc.content.size - 1);
  const block = readUnits(places().anchorOfSelection()!.units);
  places().show([thread('a', { state: 'near', ranges: block })], null);
  expect(painted()).toEqual([]);
  expect(jana.editor.view.dom.querySelectorAll('p.comment-near')).toHaveLength(1);
});

test('a draft is painted, and is not in the clipboard', () => {
  jana.editor.commands.setContent('<p>We go by train today.</p>');
  const draft = anchorOf('by train');
  places().show([thread('a', placeOf('go by'))], draft);
  expect(painted('draft')).toEqual(['by train']);
  const { view, state } = jana.editor;
  expect(view.serializeForClipboard(state.selection.content()).dom.innerHTML).not.toContain('comment');
  places().show([thread('a', placeOf('go by'))], null);
  expect(painted('draft')).toEqual([]);
});

test('aria-details refers to the card only while there is one', async () => {
  vi.useFakeTimers();
  jana.editor.commands.setContent('<p>one two</p>');
  places().show([thread('a', placeOf('one'))], null);
  const mark = (): Element => jana.editor.view.dom.querySelector('[data-comment]')!;
  expect(mark().getAttribute('aria-details')).toBeNull();
  const card = document.createElement('article');
  card.id = 'comment-a';
  document.body.append(card);
  places().tops();
  vi.advanceTimersByTime(400);
  expect(mark().getAttribute('aria-details')).toBe('comment-a');
  card.remove();
  places().tops();
  vi.advanceTimersByTime(400);
  expect(mark().getAttribute('aria-details')).toBeNull();
  vi.useRealTimers();
});

test('a click picks the shortest thread first, another click the next', () => {
  jana.editor.commands.setContent('<p>We go by train today.</p>');
  const [long, short] = [placeOf('go by train'), placeOf('train')];
  const picked: (readonly string[])[] = [];
  const stop = places().onPick((ids) => {
    picked.push(ids);
    places().show(
      [
        thread('long', long, { isActive: ids[0] === 'long' }),
        thread('short', short, { isActive: ids[0] === 'short' }),
      ],
      null,
    );
  });
  places().show([thread('long', long), thread('short', short)], null);
  select(1);
  const click = (): void => {
    const marks = [...jana.editor.view.dom.querySelectorAll('[data-comment="short"]')];
    const inner = marks[0]!.querySelector('[data-comment]') ?? marks[0]!;
    inner.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  };
  click();
  click();
  click();
  expect(picked).toEqual([
    ['short', 'long'],
    ['long', 'short'],
    ['short', 'long'],
  ]);
  stop();
});

test('the caret moved into a highlight by keys picks it once', () => {
  jana.editor.commands.setContent('<p>We go by train today.</p>');
  places().show([thread('a', placeOf('train'))], null);
  const picked: (readonly string[])[] = [];
  const stop = places().onPick((ids) => picked.push(ids));
  const at = posOf('train');
  jana.editor.view.dom.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  for (const pos of [at + 1, 1]) select(pos);
  expect(picked).toEqual([]);
  pressKeys(jana.editor, 'ArrowRight');
  for (const pos of [1, at + 1, at + 2, at + 5, at + 3]) select(pos);
  select(at + 3, at + 4);
  expect(picked).toEqual([['a'], ['a']]);
  stop();
});

test('steps go through open threads in the order of the text, around the ends', () => {
  jana.editor.commands.setContent('<p>one two three four</p>');
  const threads = [
    thread('three', placeOf('three')),
    thread('one', placeOf('one')),
    thread('both', placeOf('three four')),
    thread('done', placeOf('two'), { isResolved: true }),
  ];
  places().show(threads, null);
  select(1);
  select(posOf('two'));
  const seen = ([1, 1, 1, 1, -1, -1, -1] as const).map((by) => places().step(by));
  expect(seen).toEqual(['three', 'both', 'one', 'three', 'one', 'both', 'three']);
  expect(jana.editor.state.selection.from).toBe(posOf('three'));
  places().show([], null);
  expect(places().step(1)).toBeNull();
});

test('the shortcut asks for a comment on the selection, also of a reader who may comment', () => {
  jana.editor.commands.setContent('<p>We go by train today.</p>');
  jana.editor.setEditable(false);
  select(posOf('train'), posOf('train') + 5);
  const asked: string[] = [];
  const stop = places().onAsk(({ quote }) => asked.push(quote));
  const press = (more: KeyboardEventInit = {}): boolean =>
    pressKeys(jana.editor, 'm', { code: 'KeyM', ctrlKey: true, altKey: true, ...more });
  expect(press()).toBe(true);
  press({ altKey: false });
  press({ modifierAltGraph: true });
  jana.editor.view.dom.focus();
  askingIn(jana.editor)!.ask();
  // Keys that come before the field must not replace the commented words.
  expect(document.activeElement).toBe(document.body);
  expect(asked).toEqual(['train', 'train']);
  allowComments(jana.editor, false);
  press();
  expect(askingIn(jana.editor)).toBeNull();
  expect(asked).toHaveLength(2);
  stop();
});

test('layout listeners are called once a frame', async () => {
  jana.editor.commands.setContent('<p>one two</p>');
  places().show([thread('a', placeOf('one'))], null);
  await new Promise((resolve) => void requestAnimationFrame(resolve));
  let calls = 0;
  const stop = places().onLayout(() => (calls += 1));
  select(1);
  typeText(jana, 'abc');
  expect(calls).toBe(0);
  await new Promise((resolve) => void setTimeout(resolve, 40));
  expect(calls).toBe(1);
  stop();
});

test('for paper, threads are numbered at the ends of their text, in its order', () => {
  jana.editor.commands.setContent('<p>We go by train today.</p><p></p>');
  select(jana.editor.state.doc.content.size - 1);
  const near: Place = { state: 'near', ranges: readUnits(places().anchorOfSelection()!.units) };
  places().show(
    [
      thread('c', near),
      thread('b', placeOf('train')),
      thread('a', placeOf('We go')),
      thread('r', placeOf('by')),
      thread('n', { state: 'none', ranges: [] }),
    ],
    null,
  );
  expect(places().number(new Set(['c', 'b', 'a', 'n']))).toEqual(['a', 'b', 'c']);
  const { dom } = jana.editor.view;
  const lines = (): string[] => [...dom.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(lines()).toEqual(['We go1 by train2 today.', '3']);
  petr.editor.commands.insertContentAt(1, 'Now ');
  expect(lines()[0]).toBe('Now We go1 by train2 today.');
  expect(readHtml(jana.editor)).not.toContain('sup');
  expect(places().number(new Set())).toEqual([]);
  expect(dom.querySelector('sup')).toBeNull();
});
