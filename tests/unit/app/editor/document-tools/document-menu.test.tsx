// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { textLanguage } from '#contract/text/text-language.ts';
import { DocumentMenu } from '../../../../../src/app/editor/document-tools/document-menu.tsx';
import { takeText } from '../../../../../src/app/editor/out/take-text.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';
import { cleanup, renderApp } from '../../../../support/render-app.tsx';

let helpOpened = 0;
const writeText = vi.fn<(text: string) => Promise<void>>();
const print = vi.fn<() => void>();

seatOne();

beforeEach(() => {
  seat.editor.commands.setContent('<h2>Plan</h2><p>one <strong>two</strong></p>');
  writeText.mockReset().mockResolvedValue();
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }));
  vi.stubGlobal('print', print);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type WithComments = Parameters<typeof DocumentMenu>[0]['withComments'];
const show = (doc: Y.Doc, editable = true, withComments: WithComments = null) =>
  renderApp(
    <DocumentMenu
      doc={doc}
      editable={editable}
      takeText={(format) => takeText(seat.editor, format)}
      onShortcuts={() => (helpOpened += 1)}
      onFind={() => undefined}
      onHistory={() => undefined}
      withComments={withComments}
    />,
  );
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));

test('copies the whole text as Markdown and confirms it', async () => {
  seat.editor.commands.setTextSelection(2);
  show(seat.doc);
  press('Copy as Markdown');
  expect(await screen.findByText('Copied as Markdown.')).toBeTruthy();
  expect(writeText.mock.calls).toEqual([['## Plan\n\none **two**\n']]);
});

test('copies only the selection', async () => {
  seat.editor.commands.setTextSelection({ from: 11, to: 14 });
  show(seat.doc);
  press('Copy as Markdown');
  await waitFor(() => expect(writeText.mock.calls).toEqual([['**two**\n']]));
});

test('reports when the browser does not allow copying', async () => {
  writeText.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  show(seat.doc);
  press('Copy as Markdown');
  expect(await screen.findByText('The browser didn’t allow copying.')).toBeTruthy();
});

test('prints', () => {
  show(seat.doc);
  press('Print');
  expect(print).toHaveBeenCalledTimes(1);
});

test('sets the language of the text for all; a viewer cannot', () => {
  const { unmount } = show(seat.doc);
  expect(screen.getByRole('group', { name: 'Document language' })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'English' }).checked).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: 'Čeština' }));
  expect(textLanguage(seat.doc)).toBe('cs');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Čeština' }).checked).toBe(true);
  unmount();
  show(seat.doc, false);
  expect(screen.queryByRole('group', { name: 'Document language' })).toBeNull();
});

test('opens the list of shortcuts', () => {
  show(seat.doc);
  const before = helpOpened;
  press('Keyboard shortcuts');
  expect(helpOpened).toBe(before + 1);
});

test('printing and copying with comments are offered only where there are some', async () => {
  show(seat.doc);
  expect(screen.queryByRole('button', { name: /with comments$/ })).toBeNull();
  cleanup();
  const printComments = vi.fn<() => void>();
  show(seat.doc, true, { takeText: () => Promise.resolve('one[^c1]'), print: printComments });
  press('Print with comments');
  expect(printComments).toHaveBeenCalledOnce();
  press('Copy as Markdown with comments');
  expect(await screen.findByText('Copied as Markdown.')).toBeTruthy();
  expect(writeText.mock.calls).toEqual([['one[^c1]']]);
});
