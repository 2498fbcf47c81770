// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import type { CommentPlaces } from '../../../../../src/app/editor/comments/types.ts';
import { Editor, type EditorHandle } from '../../../../../src/app/editor/editor.tsx';
import { findSlashItems } from '../../../../../src/app/editor/slash-menu/slash-items.ts';
import { TitleField } from '../../../../../src/app/editor/title/title-field.tsx';
import { preloadParts } from '../../../../../src/app/ui/load-later.tsx';
import { cleanup, fillInLayout, renderApp } from '../../../../support/render-app.tsx';

let doc: Y.Doc;
let awareness: Awareness;
let handle: EditorHandle | null = null;
const setHandle = (ready: EditorHandle): void => void (handle = ready);

beforeAll(async () => {
  fillInLayout();
  await preloadParts();
});

beforeEach(() => {
  doc = new Y.Doc();
  awareness = new Awareness(doc);
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [new Y.XmlText('Dobrý den')]);
  doc.getXmlFragment(TEXT_ROOT).insert(0, [paragraph]);
  doc.getText(TITLE_ROOT).insert(0, 'Plan');
});

afterEach(() => {
  cleanup();
  awareness.destroy();
  doc.destroy();
});

interface PageProps {
  readonly editable?: boolean;
  readonly canComment?: boolean;
}

const Page = ({ editable = true, canComment = true }: PageProps) => (
  <Editor
    doc={doc}
    awareness={awareness}
    user={{ name: 'Jana', color: '#ce0d6e' }}
    editable={editable}
    canComment={canComment}
    label="Plan"
    lang="en-US"
    onReady={setHandle}
  >
    <TitleField doc={doc} editable={editable} />
  </Editor>
);

const text = (): HTMLElement => document.querySelector<HTMLElement>('.document-text')!;

async function open(): Promise<{ places: CommentPlaces; asked: string[] }> {
  const places = await handle!.comments();
  const asked: string[] = [];
  places.onAsk(({ kind, quote }) => asked.push(`${kind}: ${quote}`));
  return { places, asked };
}

function selectAll(): void {
  act(() => text().focus());
  fireEvent.keyDown(text(), { key: 'a', ctrlKey: true, keyCode: 65 });
}

const buttons = (): HTMLElement[] => screen.queryAllByRole('button', { name: 'Add comment', hidden: true });
const shortcut = { key: 'm', code: 'KeyM', ctrlKey: true, altKey: true };

test('the toolbar and the shortcut ask for a comment on the selection', async () => {
  renderApp(<Page />);
  const { asked } = await open();
  await waitFor(() => expect(buttons()).toHaveLength(1));
  const bar = screen.getByRole('toolbar', { name: 'Formatting' });
  fireEvent.click(within(bar).getByRole('button', { name: 'Add comment' }));
  fireEvent.keyDown(text(), shortcut);
  expect(asked).toEqual(['text: Dobrý den', 'text: Dobrý den']);
});

test('in the title, the comment is on the document', async () => {
  renderApp(<Page />);
  const { asked } = await open();
  await waitFor(() => expect(buttons()).toHaveLength(1));
  const title = screen.getByRole('textbox', { name: 'Title' });
  act(() => title.focus());
  fireEvent.keyDown(title, shortcut);
  expect(asked).toEqual(['document: Plan']);
});

test('a reader who may comment has one button at the selection, and none for editing', async () => {
  renderApp(<Page editable={false} />);
  const { asked } = await open();
  expect(screen.queryByRole('toolbar', { name: 'Formatting' })).toBeNull();
  act(() => text().focus());
  const { firstChild } = text().querySelector('p')!;
  document.getSelection()!.setBaseAndExtent(firstChild!, 0, firstChild!, 5);
  act(() => void document.dispatchEvent(new Event('selectionchange')));
  const bar = await screen.findByRole('toolbar', { name: 'Selected text', hidden: true });
  const inBar = within(bar).getAllByRole('button', { hidden: true });
  expect(inBar.map((one) => one.getAttribute('aria-label'))).toEqual(['Add comment']);
  fireEvent.click(inBar[0]!);
  expect(asked).toEqual(['text: Dobrý']);
});

test.each([true, false])('without the right to comment there is no entry; editable: %s', async (editable) => {
  renderApp(<Page editable={editable} canComment={false} />);
  const { asked } = await open();
  if (editable) selectAll();
  fireEvent.keyDown(text(), shortcut);
  expect(buttons()).toHaveLength(0);
  expect(asked).toEqual([]);
});

test('the slash menu finds it in both languages', () => {
  for (const query of ['comment', 'komentář', 'pridat kom'])
    expect(findSlashItems(query).map(({ name }) => name)).toContain('comment.add');
});

test('the help lists the shortcut for those who may comment', async () => {
  renderApp(<Page />);
  act(() => handle!.showShortcuts());
  expect((await screen.findByRole('dialog')).textContent).toContain('Add commentCtrl+Alt+M');
});
