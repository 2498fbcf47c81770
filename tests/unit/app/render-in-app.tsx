import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { i18n as I18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { createQueryClient } from '../../../src/app/data/query-client.ts';
import type { Language } from '#contract/languages.ts';
import { resources } from '../../../src/app/i18n/resources.ts';
import { startI18n } from '../../../src/app/i18n/start-i18n.ts';
import { Toaster } from '../../../src/app/ui/toast.tsx';
import { Tooltips } from '../../../src/app/ui/tooltip.tsx';

interface Rendered {
  readonly i18n: I18n;
  /** The router's path and query. */
  readonly at: () => string;
}

interface Options {
  readonly language?: Language;
  readonly path?: string;
  /** Additional routes, by path. */
  readonly routes?: RouteObject[];
}

/** Renders an element at `path` inside the providers that the app has around every page. */
export function renderInApp(element: ReactNode, options: Options = {}): Rendered {
  const { language = 'en-US', path = '/', routes = [] } = options;
  const i18n = startI18n(language, resources);
  const own = { path: new URL(path, 'http://localhost').pathname, element };
  const router = createMemoryRouter([own, ...routes, { path: '*', element: null }], {
    initialEntries: [path],
  });
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
        <Toaster />
        <Tooltips />
      </QueryClientProvider>
    </I18nextProvider>,
  );
  return { i18n, at: () => router.state.location.pathname + router.state.location.search };
}
