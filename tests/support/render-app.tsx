/** Renders parts of the app in jsdom, with the texts of one language and the providers of a page. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeAll } from 'vitest';
import type { Language } from '#contract/languages.ts';
import { resources } from '../../src/app/i18n/resources.ts';
import { startI18n } from '../../src/app/i18n/start-i18n.ts';
import { Toaster } from '../../src/app/ui/toast.tsx';
import { Tooltips } from '../../src/app/ui/tooltip.tsx';

export function renderApp(part: ReactNode, language: Language = 'en-US'): RenderResult {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <I18nextProvider i18n={startI18n(language, resources)}>
      <QueryClientProvider client={client}>
        {part}
        <Toaster />
        <Tooltips />
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

export { cleanup };

/** Fills in layout before the tests of a file, and unmounts after each. Call it after `seatOne`, to unmount first. */
export function drawInPage(): void {
  beforeAll(fillInLayout);
  afterEach(cleanup);
}

/** Adds layout functions that jsdom lacks. All positions are zero. */
export function fillInLayout(): void {
  const nothing = (): void => undefined;
  fillIn(Element.prototype, { scrollIntoView: nothing, hasPointerCapture: () => false });
  fillIn(document, { elementFromPoint: () => null });
  fillIn(Range.prototype, { getBoundingClientRect: () => new DOMRect(), getClientRects: () => [] });
}

function fillIn(target: object, missing: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(missing)) {
    if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
}
