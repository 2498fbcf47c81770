/** Resets the DOM around every test that uses one, because many test files share it. */
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { takeTypedAhead } from '../../src/app/editor/comments/typed-ahead.ts';
import { preloadParts } from '../../src/app/ui/load-later.tsx';
import { findBareText } from './find-bare-text.ts';
import { translatePage } from './translate-page.ts';
import { PATIENCE_MS } from './patience.ts';

// jsdom has no layout, so sizes never change.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

// Nor has text a position.
Range.prototype.getClientRects ??= () => document.createElement('i').getClientRects();
Range.prototype.getBoundingClientRect ??= () => new DOMRect();

/** `screen` searches the body of the first file. A test that replaces it hides the page from the files after it. */
const { body } = document;

configure({ asyncUtilTimeout: PATIENCE_MS });

beforeAll(preloadParts);

if (process.env['SPOLU_TRANSLATED']) {
  let stop = (): void => undefined;
  beforeEach(() => {
    stop = translatePage();
  });
  afterEach(() => stop());
}

afterEach(() => {
  const bareText = findBareText(document.body);
  cleanup();
  toast.remove();
  // A comment that was asked for would take the keys of the next test.
  takeTypedAhead();
  expect(document.body).toBe(body);
  expect(bareText, 'texts beside other parts of their element').toEqual([]);
});

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
