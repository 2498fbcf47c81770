// @vitest-environment jsdom
import type { Editor as TiptapEditor } from '@tiptap/core';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { Editor } from '../../../../../src/app/editor/editor.tsx';
import { cleanup, fillInLayout, renderApp } from '../../../../support/render-app.tsx';

const open = vi.fn<typeof window.open>();
let doc: Y.Doc;
let awareness: Awareness;

beforeAll(fillInLayout);
beforeEach(() => {
  vi.stubGlobal('open', open);
  doc = new Y.Doc();
  awareness = new Awareness(doc);
  const paragraph = new Y.XmlElement('paragraph');
  const text = new Y.XmlText();
  paragraph.insert(0, [text]);
  doc.getXmlFragment(TEXT_ROOT).insert(0, [paragraph]);
  text.insert(0, 'see ');
  text.insert(4, 'web', { link: { href: 'https://a.cz' } });
  text.insert(7, ' now', { link: null });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  open.mockReset();
  awareness.destroy();
  doc.destroy();
});

function show(editable = true): { text: HTMLElement; link: HTMLElement; editor: TiptapEditor } {
  renderApp(
    <Editor
      doc={doc}
      awareness={awareness}
      user={{ name: 'Jana', color: '#ce0d6e' }}
      editable={editable}
      label="Plan"
      lang="en-US"
    />,
  );
  const text = screen.getByRole('textbox', { name: 'Plan' });
  const { editor } = text as HTMLElement & { editor: TiptapEditor };
  return { text, link: within(text).getByRole('link', { name: 'web' }), editor };
}

const card = (): HTMLElement | null => screen.queryByRole('dialog', { name: 'Link' });
const NEW_TAB = ['https://a.cz', '_blank', 'noopener,noreferrer'];

test('a click on a link shows its address, not the page, and typing continues', () => {
  const { text, link, editor } = show();
  act(() => text.focus());
  expect(fireEvent.click(link)).toBe(false);
  const address = within(card() ?? text).getByRole('link', { name: 'a.cz' });
  expect(address.getAttribute('href')).toBe('https://a.cz');
  expect(screen.queryByLabelText('Address')).toBeNull();
  expect(document.activeElement).toBe(text);
  expect(open).not.toHaveBeenCalled();
  act(() => void editor.commands.insertContent('!'));
  expect(card()).toBeNull();
});

test('the address is edited, copied and removed from there', async () => {
  const write = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true });
  const { link, editor } = show();
  fireEvent.click(link);
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(write).toHaveBeenCalledWith('https://a.cz');
  fireEvent.click(screen.getByRole('button', { name: 'Edit link' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Address')));
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('https://a.cz');
  fireEvent.keyDown(screen.getByLabelText('Address'), { key: 'Escape' });
  fireEvent.click(link);
  fireEvent.click(screen.getByRole('button', { name: 'Remove link' }));
  expect(editor.getHTML()).not.toContain('href');
  expect(card()).toBeNull();
});

test('remote changes keep the card open; leaving the link closes it', () => {
  const { link, editor } = show();
  fireEvent.click(link);
  const paragraph = doc.getXmlFragment(TEXT_ROOT).get(0);
  act(() => doc.getXmlFragment(TEXT_ROOT).insert(1, [new Y.XmlElement('paragraph')]));
  expect(paragraph).toBeTruthy();
  expect(card()).not.toBeNull();
  act(() => void editor.commands.setTextSelection(1));
  expect(card()).toBeNull();
});

test('the link shortcut moves the focus into the card, Escape back to the text', async () => {
  const { text, link } = show();
  act(() => text.focus());
  fireEvent.click(link);
  fireEvent.keyDown(text, { key: 'k', ctrlKey: true });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Address')));
  fireEvent.keyDown(screen.getByLabelText('Address'), { key: 'Escape' });
  expect(card()).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(text));
});

test('Control+click and Alt+Enter open the link in a new tab', () => {
  const { text, link, editor } = show();
  fireEvent.click(link, { ctrlKey: true });
  expect(open.mock.calls).toEqual([NEW_TAB]);
  expect(card()).toBeNull();
  act(() => void editor.commands.setTextSelection(6));
  expect(fireEvent.keyDown(text, { key: 'Enter', altKey: true })).toBe(false);
  expect(open.mock.calls).toEqual([NEW_TAB, NEW_TAB]);
  act(() => void editor.commands.setTextSelection(2));
  fireEvent.keyDown(text, { key: 'Enter', altKey: true });
  expect(open).toHaveBeenCalledTimes(2);
});

test("a viewer's click follows the link", () => {
  const { link } = show(false);
  expect(fireEvent.click(link)).toBe(true);
  expect(card()).toBeNull();
  expect(link.getAttribute('target')).toBe('_blank');
});
