// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPicture } from '../../../../../src/app/editor/schema/image.ts';
import { WidthHandle } from '../../../../../src/app/editor/images/width-handle.tsx';
import { cleanup, renderApp } from '../../../../support/render-app.tsx';

const PATH = '0b6f7a52-30d5-4a0c-9a55-8f7f6a3c1d10/a1b2c3d4-0000-4000-8000-0123456789ab.png';
const FRAME = new DOMRect(100, 0, 400, 200);

const previews: (number | null)[] = [];
const widths: number[] = [];
let left = 0;

beforeEach(() => {
  previews.length = 0;
  widths.length = 0;
  left = 0;
  Object.assign(HTMLElement.prototype, { setPointerCapture: () => undefined });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Renders the handle in a column of 400 pixels that starts at 100. */
function show(widthPercent: number): HTMLElement {
  renderApp(
    <WidthHandle
      picture={readPicture({ src: PATH, width: widthPercent })}
      onPreview={(percent) => previews.push(percent)}
      onWidth={(percent) => widths.push(percent)}
      onLeave={() => (left += 1)}
    />,
  );
  const handle = screen.getByRole('slider', { name: 'Width' });
  const edge = FRAME.left + (FRAME.width * widthPercent) / 100;
  vi.spyOn(handle, 'getBoundingClientRect').mockReturnValue(new DOMRect(edge - 12, 0, 24, 200));
  vi.spyOn(handle.parentElement!, 'getBoundingClientRect').mockReturnValue(FRAME);
  return handle;
}

const pointer = (clientX: number) => ({ clientX, pointerId: 1, button: 0 });

test('it has the width of the image as its value', () => {
  const handle = show(50);
  expect(handle.getAttribute('aria-valuenow')).toBe('50');
  expect(handle.getAttribute('aria-valuemin')).toBe('10');
  expect(handle.getAttribute('aria-valuemax')).toBe('100');
  expect(handle.getAttribute('aria-valuetext')).toBe('50%');
});

test('during a drag the edge follows the pointer, and the document changes once', () => {
  const handle = show(50);
  fireEvent.pointerDown(handle, pointer(308));
  fireEvent.pointerMove(handle, pointer(348));
  fireEvent.pointerMove(handle, pointer(388));
  expect(previews).toEqual([60, 70]);
  expect(widths).toEqual([]);
  fireEvent.pointerUp(handle, pointer(408));
  expect(previews.at(-1)).toBeNull();
  expect(widths).toEqual([75]);
  fireEvent.pointerMove(handle, pointer(300));
  expect(previews).toHaveLength(3);
});

test('the width stays between its limits', () => {
  const handle = show(50);
  fireEvent.pointerDown(handle, pointer(300));
  fireEvent.pointerMove(handle, pointer(2000));
  fireEvent.pointerMove(handle, pointer(0));
  expect(previews).toEqual([100, 10]);
});

test('a cancelled drag changes nothing', () => {
  const handle = show(50);
  fireEvent.pointerDown(handle, pointer(300));
  fireEvent.pointerMove(handle, pointer(340));
  fireEvent.pointerCancel(handle, pointer(340));
  expect(previews.at(-1)).toBeNull();
  expect(widths).toEqual([]);
});

test.each([
  ['ArrowLeft', 45],
  ['ArrowRight', 55],
  ['ArrowDown', 45],
  ['ArrowUp', 55],
  ['Home', 10],
  ['End', 100],
])('%s changes 50 %% to %i', (key, percent) => {
  fireEvent.keyDown(show(50), { key });
  expect(widths).toEqual([percent]);
});

test('Escape returns to the text', () => {
  fireEvent.keyDown(show(50), { key: 'Escape' });
  expect([left, widths]).toEqual([1, []]);
});
