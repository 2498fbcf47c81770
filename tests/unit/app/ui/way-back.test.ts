// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leavePageOfToasts } from '../../../../src/app/ui/toast.tsx';
import { showWayBack } from '../../../../src/app/ui/way-back.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const altLeft = { key: 'ArrowLeft', altKey: true };

test('Alt+Left leads back, once, and for ten seconds', () => {
  const back = vi.fn();
  showWayBack({ back, text: 'You’re there.', label: 'Back' });
  expect(fireEvent.keyDown(document.body, { ...altLeft, shiftKey: true })).toBe(true);
  expect(back).not.toHaveBeenCalled();
  expect(fireEvent.keyDown(document.body, altLeft)).toBe(false);
  expect(fireEvent.keyDown(document.body, altLeft)).toBe(true);
  expect(back).toHaveBeenCalledOnce();
  showWayBack({ back, text: 'You’re there.', label: 'Back' });
  vi.advanceTimersByTime(10_001);
  expect(fireEvent.keyDown(document.body, altLeft)).toBe(true);
  expect(back).toHaveBeenCalledOnce();
});

test('Alt+Left is the browser’s again when the page is left', () => {
  const back = vi.fn();
  showWayBack({ back, text: 'You’re there.', label: 'Back' });
  leavePageOfToasts();
  expect(fireEvent.keyDown(document.body, altLeft)).toBe(true);
  expect(back).not.toHaveBeenCalled();
});
