// @vitest-environment jsdom
/** Under load, React runs effects late; by then Tiptap has destroyed an editor that is not mounted. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { Editor } from '../../../../../src/app/editor/editor.tsx';
import { resources } from '../../../../../src/app/i18n/resources.ts';
import { startI18n } from '../../../../../src/app/i18n/start-i18n.ts';
import { fillInLayout } from '../../../../support/render-app.tsx';

beforeAll(fillInLayout);
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false));
afterEach(() => void vi.unstubAllGlobals());

test('an editor whose effects run late still mounts', async () => {
  const errors: unknown[] = [];
  const doc = new Y.Doc();
  const awareness = new Awareness(doc);
  const place = document.body.appendChild(document.createElement('div'));
  const note = (error: unknown): void => void errors.push(error);
  const root = createRoot(place, { onUncaughtError: note, onRecoverableError: note });
  const user = { name: 'Jana', color: '#ce0d6e' };
  const page = (
    <I18nextProvider i18n={startI18n('en-US', resources)}>
      <QueryClientProvider client={new QueryClient()}>
        <Editor {...{ doc, awareness, user }} editable label="Plan" lang="en-US" />
      </QueryClientProvider>
    </I18nextProvider>
  );
  startTransition(() => root.render(page));
  const text = (): Element | null => place.querySelector('[role=textbox][contenteditable=true]');
  await vi.waitFor(() => expect(errors.length > 0 || text() !== null).toBe(true));
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  expect(errors).toEqual([]);
  expect(text()).not.toBeNull();
  expect(awareness.getLocalState()?.['user']).toEqual(user);
  root.unmount();
  awareness.destroy();
  doc.destroy();
});
