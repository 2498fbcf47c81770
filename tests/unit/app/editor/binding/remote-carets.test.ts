// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moveBlocksBy } from '../../../../../src/app/editor/move-blocks/move-blocks.ts';
import { readColor, readName, showOwnCaret } from '../../../../../src/app/editor/binding/remote-carets.ts';
import { closeSeat, openSeat, typeText } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

/** Callbacks of the fake ResizeObserver: jsdom has no layout. */
const watchers = new Set<() => void>();
const resize = (): void => watchers.forEach((notify) => notify());

beforeEach(() => {
  class FakeResizeObserver {
    readonly #notify: () => void;
    constructor(notify: () => void) {
      this.#notify = notify;
    }
    observe = () => watchers.add(this.#notify);
    disconnect = () => watchers.delete(this.#notify);
  }
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
});

seatTwo();

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the size is observed only while there is an editor', () => {
  expect(watchers.size).toBe(2);
  jana.editor.destroy();
  expect(watchers.size).toBe(1);
});

beforeEach(() => {
  petr.editor.view.dispatch(petr.editor.state.tr.insertText('text'));
});

/** Petr selects from the start, as if his window had the focus: only one editor of a page can have it. */
function pointPetrAt(offset: number): void {
  petr.editor.view.hasFocus = () => true;
  petr.editor.commands.setTextSelection({ from: 1, to: 1 + offset });
}

/** The binding draws in the next task. */
const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 5));
const nextFrame = (): Promise<void> => new Promise((resolve) => void requestAnimationFrame(() => resolve()));
const caret = (): HTMLElement | null => jana.editor.view.dom.querySelector('.peer-caret');
const label = (): string | undefined =>
  jana.editor.view.dom.querySelector<HTMLElement>('.peer-label')?.dataset['name'];

test('a remote caret has the name and color of its user and is not read out', async () => {
  pointPetrAt(2);
  await settle();
  expect(label()).toBe('Petr');
  expect(jana.editor.view.dom.textContent).toBe('text');
  expect(caret()?.style.getPropertyValue('--author')).toBe('#007e68');
  expect(caret()?.getAttribute('aria-hidden')).toBe('true');
  expect(jana.editor.view.dom.querySelector('.peer-selection')?.textContent).toBe('te');
});

test('a new name is drawn without a moved caret', async () => {
  pointPetrAt(2);
  await settle();
  petr.awareness.setLocalStateField('user', { name: 'Petr Novák', color: '#b52caf' });
  await settle();
  expect(label()).toBe('Petr Novák');
  expect(caret()?.style.getPropertyValue('--author')).toBe('#b52caf');
});

test('the caret and the selection of a user whose line has failed are grey', async () => {
  const greys = (): (string | undefined)[] =>
    ['.peer-caret', '.peer-selection'].map((part) =>
      jana.editor.view.dom.querySelector<HTMLElement>(part)?.style.getPropertyValue('--author'),
    );
  pointPetrAt(2);
  petr.awareness.setLocalStateField('user', { name: 'Petr', color: '#007e68', isSilent: true });
  await settle();
  expect(greys()).toEqual(['#767671', '#767671']);
  petr.awareness.setLocalStateField('user', { name: 'Petr', color: '#007e68' });
  await settle();
  expect(greys()).toEqual(['#007e68', '#007e68']);
});

test('a name is shown after its user has moved, but not after local input or a new name', async () => {
  const isShown = (): boolean => caret()?.classList.contains('is-idle') === false;
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  pointPetrAt(2);
  await wait(10);
  expect(isShown()).toBe(true);
  await wait(1980);
  expect(isShown()).toBe(true);
  await wait(20);
  expect(isShown()).toBe(false);
  const drawn = caret();
  jana.editor.view.hasFocus = () => true;
  jana.editor.commands.setTextSelection(5);
  typeText(jana, ' and more');
  jana.editor.chain().setTextSelection(2).splitBlock().run();
  await wait(10);
  expect(caret()).not.toBe(drawn);
  expect(isShown()).toBe(false);
  petr.awareness.setLocalStateField('user', { name: 'Petr Novák', color: '#b52caf' });
  await wait(10);
  expect(isShown()).toBe(false);
  pointPetrAt(1);
  await wait(10);
  expect(isShown()).toBe(true);
  vi.useRealTimers();
});

test('a hostile color or name has no effect beyond itself', async () => {
  petr.awareness.setLocalStateField('user', {
    name: '<img src=x onerror=alert(1)>',
    color: 'red; position: fixed; inset: 0',
  });
  pointPetrAt(2);
  await settle();
  expect(caret()?.querySelector('img')).toBeNull();
  expect(caret()?.getAttribute('style')).not.toContain('fixed');
  expect(jana.editor.view.dom.querySelector('.peer-selection')?.getAttribute('style')).not.toContain('fixed');
});

test.each([
  ['#AABBCC', '#AABBCC'],
  ['#abc', '#5f5f5a'],
  ['#aabbcc70', '#5f5f5a'],
  ['red', '#5f5f5a'],
  [7, '#5f5f5a'],
])('color %j is drawn as %s', (given, drawn) => expect(readColor(given)).toBe(drawn));

test('a name is one line without control characters and of limited length', () => {
  expect(readName('Ja\u202ena\n\u0000')).toBe('Jana');
  expect(readName('š'.repeat(100))).toHaveLength(60);
  expect(readName(undefined)).toBe('');
});

test.each(['👩‍👩‍👧 Rodina', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Tom', '👍🏽 Ann', 'می‌خواهم'])('the name %s stays whole', (name) =>
  expect(readName(name)).toBe(name),
);

test('a name that would leave the page is flipped to the other side of its caret', async () => {
  let caretLeft = 100;
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(80);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.classList.contains('peer-caret')
      ? new DOMRect(caretLeft, 0, 2, 20)
      : new DOMRect(0, 0, 390, 800);
  });
  const isFlipped = (): boolean | undefined => caret()?.classList.contains('is-flipped');
  pointPetrAt(2);
  await settle();
  await nextFrame();
  expect(isFlipped()).toBe(false);
  caretLeft = 320;
  pointPetrAt(3);
  await settle();
  await nextFrame();
  expect(isFlipped()).toBe(true);
  const drawn = caret();
  drawn?.closest('p')?.remove();
  await settle();
  await nextFrame();
  expect(caret()).not.toBe(drawn);
  expect(isFlipped()).toBe(true);
  caretLeft = 100;
  resize();
  await nextFrame();
  expect(isFlipped()).toBe(false);
  vi.restoreAllMocks();
});

test('a name that a bar at the top would cover is below its caret, also after scrolling', async () => {
  let caretTop = 300;
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(12);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.classList.contains('peer-caret')
      ? new DOMRect(100, caretTop, 2, 20)
      : new DOMRect(0, 0, 390, 800);
  });
  const isBelow = (): boolean | undefined => caret()?.classList.contains('is-below');
  pointPetrAt(2);
  await settle();
  await nextFrame();
  expect(isBelow()).toBe(false);
  caretTop = 60;
  dispatchEvent(new Event('scroll'));
  await nextFrame();
  expect(isBelow()).toBe(true);
  // Under the bar there is nothing to read.
  caretTop = 40;
  dispatchEvent(new Event('scroll'));
  await nextFrame();
  expect(isBelow()).toBe(false);
  vi.restoreAllMocks();
});

test('a caret that its user hides is taken back, and not published until it is shown', async () => {
  let isShown = false;
  const published: unknown[] = [];
  const hana = openSeat('Hana', '#b52caf', { showsCaret: () => isShown });
  hana.awareness.on('change', () => published.push(hana.awareness.getLocalState()?.['cursor'] ?? null));
  hana.editor.view.hasFocus = () => true;
  hana.editor.view.dispatch(hana.editor.state.tr.insertText('hidden'));
  hana.editor.commands.setTextSelection({ from: 1, to: 3 });
  await settle();
  expect(published.filter((cursor) => cursor !== null)).toEqual([]);
  isShown = true;
  showOwnCaret(hana.editor.view, hana.awareness, true);
  expect(hana.awareness.getLocalState()?.['cursor']).toMatchObject({ anchor: {}, head: {} });
  isShown = false;
  showOwnCaret(hana.editor.view, hana.awareness, false);
  hana.editor.commands.setTextSelection(2);
  expect(hana.awareness.getLocalState()?.['cursor']).toBeNull();
  closeSeat(hana);
});

/** Text before Petr's caret in its paragraph. */
const lettersBeforeCaret = (): string | undefined => {
  const range = document.createRange();
  const place = caret();
  const paragraph = place?.closest('p');
  if (!place || !paragraph) return undefined;
  range.setStart(paragraph, 0);
  range.setEndBefore(place);
  return range.toString();
};

test('local input is drawn once, with remote carets in place', async () => {
  pointPetrAt(2);
  jana.editor.commands.setContent('<p>text</p><p>mine</p>');
  jana.editor.view.hasFocus = () => true;
  jana.editor.commands.setTextSelection(9);
  await settle();
  let transactions = 0;
  jana.editor.on('transaction', () => (transactions += 1));
  typeText(jana, 'ab');
  await settle();
  expect(transactions).toBe(2);
  expect(jana.awareness.getLocalState()?.['cursor']).not.toBeNull();
});

test('a remote caret stays before local insertions and deletions at it', async () => {
  pointPetrAt(2);
  jana.editor.view.hasFocus = () => true;
  jana.editor.commands.setTextSelection(3);
  await settle();
  typeText(jana, 'ab');
  await settle();
  expect(lettersBeforeCaret()).toBe('te');
  jana.editor.commands.deleteRange({ from: 2, to: 6 });
  await settle();
  expect(lettersBeforeCaret()).toBe('t');
});

test('remote carets are still drawn after local moves, splits and joins of paragraphs', async () => {
  pointPetrAt(2);
  jana.editor.view.hasFocus = () => true;
  jana.editor.commands.insertContentAt(0, '<p>above</p>');
  await settle();
  jana.editor.commands.setTextSelection(3);
  moveBlocksBy(jana.editor, 1);
  await settle();
  expect(lettersBeforeCaret()).toBe('te');
  jana.editor.chain().setTextSelection(4).splitBlock().run();
  await settle();
  expect(lettersBeforeCaret()).toBe('te');
});
