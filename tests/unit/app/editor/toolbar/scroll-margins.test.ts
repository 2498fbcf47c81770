// @vitest-environment jsdom
import type { EditorView } from '@tiptap/pm/view';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearOfBars } from '../../../../../src/app/editor/toolbar/scroll-margins.ts';
import { jana, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();

beforeEach(() => void vi.stubGlobal('visualViewport', { width: 1280, height: 720 }));
afterEach(() => void vi.unstubAllGlobals());

/** Whether a caret at this place in the window, in pixels, causes no scrolling. */
function isLeft(content: string, { top = 300, left = 400 } = {}): boolean {
  jana.editor.commands.setContent(content);
  jana.editor.state.doc.descendants(
    (node, at) => void (node.isText && jana.editor.commands.setTextSelection(at + 2)),
  );
  const view = Object.assign(Object.create(jana.editor.view) as EditorView, {
    coordsAtPos: () => ({ top, bottom: top + 20, left, right: left }),
  });
  Object.defineProperty(view, 'state', { value: jana.editor.state });
  return clearOfBars().handleScrollToSelection?.call({}, view) ?? false;
}

test('a caret in the visible area is not scrolled to', () => {
  expect(isLeft('<p>words</p>')).toBe(true);
  expect(isLeft('<h2>words</h2>')).toBe(true);
});

test.each([
  ['under the bars at the top', { top: 159 }],
  ['above the window', { top: -40 }],
  ['under the bar at the foot', { top: 720 - 72 - 19 }],
  ['left of the window', { left: -1 }],
  ['right of the window', { left: 1281 }],
])('a caret %s is scrolled to', (_, place) => {
  expect(isLeft('<p>words</p>', place)).toBe(false);
});

test('a caret in a block that may scroll, and a selection, are scrolled to', () => {
  expect(isLeft('<pre><code>words</code></pre>')).toBe(false);
  expect(isLeft('<table><tbody><tr><td><p>words</p></td></tr></tbody></table>')).toBe(false);
  expect(isLeft('<p>words</p>')).toBe(true);
  jana.editor.commands.selectAll();
  expect(clearOfBars().handleScrollToSelection?.call({}, jana.editor.view)).toBe(false);
});
