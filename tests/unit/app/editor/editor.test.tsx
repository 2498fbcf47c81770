// @vitest-environment jsdom
import type { Editor as TiptapEditor } from '@tiptap/core';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useState, type ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { Editor } from '../../../../src/app/editor/editor.tsx';
import { TitleField } from '../../../../src/app/editor/title/title-field.tsx';
import { useTitle } from '../../../../src/app/editor/title/use-title.ts';
import { cleanup, fillInLayout, renderApp } from '../../../support/render-app.tsx';

let doc: Y.Doc;
let awareness: Awareness;

beforeAll(fillInLayout);

beforeEach(() => {
  doc = new Y.Doc();
  awareness = new Awareness(doc);
  const text = new Y.XmlText('Dobrý den');
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [text]);
  doc.getXmlFragment(TEXT_ROOT).insert(0, [paragraph]);
  doc.getText(TITLE_ROOT).insert(0, 'Plan');
});

afterEach(() => {
  cleanup();
  awareness.destroy();
  doc.destroy();
});

function Page({ editable = true, note }: { editable?: boolean; note?: ReactNode }) {
  const title = useTitle(doc);
  return (
    <Editor
      doc={doc}
      awareness={awareness}
      user={{ name: 'Jana', color: '#ce0d6e' }}
      editable={editable}
      askToWrite={note}
      label={title}
      lang="en-US"
    >
      <TitleField doc={doc} editable={editable} />
    </Editor>
  );
}

const text = (name = 'Plan'): HTMLElement => screen.getByRole('textbox', { name });
const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const shared = (): string => doc.getXmlFragment(TEXT_ROOT).toJSON();
/** Radix moves the focus in the next task. */
const focusOn = (name: string): Promise<void> =>
  waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(name));

function selectAll(): void {
  act(() => text().focus());
  fireEvent.keyDown(text(), { key: 'a', ctrlKey: true, keyCode: 65 });
}

test('the text is a multiline textbox named by the title, and follows it', () => {
  renderApp(<Page />);
  expect(text().getAttribute('aria-multiline')).toBe('true');
  expect(text().getAttribute('translate')).toBe('no');
  act(() => doc.getText(TITLE_ROOT).insert(4, ' B'));
  expect(text('Plan B').textContent).toBe('Dobrý den');
});

test('remote input is not read out', () => {
  renderApp(<Page />);
  expect(text().closest('[aria-live], [role=status], [role=log], [role=alert]')).toBeNull();
});

test('opening and closing the editor writes nothing into the document', () => {
  const before = Y.encodeStateAsUpdate(doc);
  const { unmount } = renderApp(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
  unmount();
  expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
});

test('a viewer has a note, can request access, and has no toolbar', () => {
  renderApp(<Page editable={false} note={<button type="button">Request edit access</button>} />);
  expect(text().getAttribute('contenteditable')).toBe('false');
  expect(text().getAttribute('aria-readonly')).toBe('true');
  const note = screen.getByText('You can view this document but not edit it.').parentElement!;
  expect(within(note).getByRole('button', { name: 'Request edit access' })).toBeTruthy();
  expect(screen.queryByRole('toolbar')).toBeNull();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' }).readOnly).toBe(true);
});

test('the editor shows no note when the page gives the reason', () => {
  renderApp(<Page editable={false} />);
  expect(text().getAttribute('aria-readonly')).toBe('true');
  expect(screen.queryByText('You can view this document but not edit it.')).toBeNull();
});

/** Its button toggles write access. */
function Changing() {
  const [editable, change] = useState(true);
  return (
    <>
      <button onClick={() => change(!editable)}>Change</button>
      <Page editable={editable} />
    </>
  );
}

test('losing write access keeps the editor and its text', () => {
  renderApp(<Changing />);
  const element = text();
  fireEvent.click(button('Change'));
  expect(text()).toBe(element);
  expect(element.getAttribute('contenteditable')).toBe('false');
  fireEvent.click(button('Change'));
  expect(element.getAttribute('contenteditable')).toBe('true');
});

test('a viewer copies code with a button on it, an editor has none there', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  const code = new Y.XmlElement('codeBlock');
  code.insert(0, [new Y.XmlText('x = 1\n')]);
  doc.getXmlFragment(TEXT_ROOT).push([code]);
  renderApp(<Changing />, 'cs');
  expect(text().querySelector('.code-copy')).toBeNull();
  fireEvent.click(button('Change'));
  fireEvent.click(button('Kopírovat kód'));
  expect(writeText).toHaveBeenCalledWith('x = 1\n');
  await screen.findByText('Kód je zkopírovaný.');
  Reflect.deleteProperty(navigator, 'clipboard');
});

test('the block menu opens by keys for editors only, and returns the focus', async () => {
  renderApp(<Changing />, 'cs');
  const press = (): void => void fireEvent.keyDown(text(), { key: 'Enter', altKey: true, shiftKey: true });
  const menu = (): HTMLElement | null => screen.queryByRole('menu', { name: 'Nabídka bloku' });
  act(() => text().focus());
  press();
  expect(menu()).toBeTruthy();
  const names = within(screen.getByRole('menu')).getAllByRole('menuitem');
  expect(names.map((one) => one.querySelector('.menu-name')?.textContent)).toEqual([
    'Změnit na',
    'Přesunout nahoru',
    'Přesunout dolů',
    'Duplikovat',
    'Smazat blok',
  ]);
  fireEvent.keyDown(names[0]!, { key: 'ArrowRight' });
  const kinds = await screen.findByRole('menu', { name: 'Změnit na' });
  fireEvent.click(within(kinds).getByRole('menuitemradio', { name: 'Nadpis 2' }));
  await waitFor(() => expect(document.activeElement).toBe(text()));
  expect(text().querySelector('h2')?.textContent).toBe('Dobrý den');
  expect(menu()).toBeNull();
  press();
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(text()));
  expect(menu()).toBeNull();
  fireEvent.click(button('Change'));
  press();
  expect(menu()).toBeNull();
});

const namesIn = (container: HTMLElement): (string | null)[] =>
  within(container)
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label'));

test('the toolbar lists its buttons by use, each with its name', () => {
  renderApp(<Page />);
  expect(namesIn(screen.getByRole('toolbar', { name: 'Formatting' }))).toEqual([
    'Undo',
    'Redo',
    'Text style: Paragraph',
    'Bold',
    'Italic',
    'Underline',
    'Strikethrough',
    'Link',
    'Bullet list',
    'Ordered list',
    'Task list',
    'Alignment: Align left',
    'Image',
    'Table',
    'Insert',
    'More formatting',
  ]);
});

const items = (): Element[] => [...document.querySelectorAll('[role^=menuitem]')];
const nameOf = (item: Element): string => item.querySelector('.menu-name')?.textContent ?? '';

test.each([
  ['Alignment: Align left', ['Align left', 'Align center', 'Align right', 'Justify']],
  [
    'Insert',
    [
      'Callout',
      'Collapsible section',
      'Blockquote',
      'Code block',
      'Formula',
      'Inline formula',
      'Horizontal rule',
      'Line break',
    ],
  ],
  [
    'More formatting',
    [
      'Highlight',
      'Highlight color',
      'Subscript',
      'Superscript',
      'Code',
      'Clear formatting',
      'Move up',
      'Move down',
      'Duplicate',
      'Delete block',
    ],
  ],
])('%s contains the remaining commands by name', (name, expected) => {
  renderApp(<Page />);
  fireEvent.click(button(name));
  expect(items().map(nameOf)).toEqual(expected);
});

test.each([
  ['Bold', '<bold>'],
  ['Italic', '<italic>'],
  ['Underline', '<underline>'],
  ['Strikethrough', '<strike>'],
  ['Bullet list', '<bulletlist>'],
  ['Ordered list', '<orderedlist'],
  ['Task list', '<tasklist>'],
])('%s changes the shared text, and its button is pressed', async (name, xml) => {
  renderApp(<Page />);
  selectAll();
  fireEvent.click(button(name));
  await waitFor(() => expect(button(name).getAttribute('aria-pressed')).toBe('true'));
  expect(shared().toLowerCase()).toContain(xml);
});

test.each([
  ['More formatting', 'Highlight', '<highlight '],
  ['More formatting', 'Code', '<code>'],
  ['More formatting', 'Subscript', '<subscript>'],
  ['More formatting', 'Superscript', '<superscript>'],
  ['Insert', 'Blockquote', '<blockquote>'],
  ['Insert', 'Code block', '<codeblock'],
  ['Insert', 'Callout', '<callout'],
  ['Alignment', 'Align center', 'textAlign="center"'],
  ['Alignment', 'Align right', 'textAlign="right"'],
  ['Alignment', 'Justify', 'textAlign="justify"'],
])('%s: %s changes the shared text, and its item is checked', async (menu, name, xml) => {
  renderApp(<Page />);
  // The whole document would include the paragraph behind a code block.
  if (name !== 'Code block') selectAll();
  const open = (): void => void fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${menu}`) }));
  const item = (): Element => {
    const found = items().find((one) => nameOf(one) === name);
    if (!found) throw new Error(`no item ${name}`);
    return found;
  };
  open();
  fireEvent.click(item());
  await waitFor(() => expect(shared().toLowerCase()).toContain(xml.toLowerCase()));
  open();
  expect(item().getAttribute('aria-checked')).toBe('true');
});

test('an unavailable button stays focusable and does nothing', () => {
  renderApp(<Page />);
  expect(button('Undo').getAttribute('aria-disabled')).toBe('true');
  expect(button('Undo').hasAttribute('disabled')).toBe(false);
});

test('pressing a button with the mouse leaves the caret where it is', () => {
  renderApp(<Page />);
  const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true });
  fireEvent(button('Bold'), press);
  expect(press.defaultPrevented).toBe(true);
});

test('Alt+F10 moves to the toolbar, arrows, Home and End move along it, Escape returns', async () => {
  renderApp(<Page />);
  act(() => text().focus());
  const { editor } = text() as HTMLElement & { editor: TiptapEditor };
  act(() => void editor.commands.setTextSelection(4));
  fireEvent.keyDown(text(), { key: 'F10', altKey: true });
  await focusOn('Undo');
  const press = async (key: string, name: string): Promise<void> => {
    if (document.activeElement) fireEvent.keyDown(document.activeElement, { key });
    await focusOn(name);
  };
  await press('ArrowRight', 'Redo');
  await press('ArrowRight', 'Text style: Paragraph');
  await press('End', 'More formatting');
  await press('ArrowRight', 'Undo');
  await press('ArrowLeft', 'More formatting');
  await press('Home', 'Undo');
  await press('Escape', 'Plan');
  expect(editor.state.selection.from).toBe(4);
});

test('the toolbar has one tab stop: Tab returns to the last button, Shift+Tab leaves it', async () => {
  renderApp(
    <>
      <button type="button" aria-label="Before" />
      <Page />
    </>,
  );
  const user = userEvent.setup();
  act(() => button('Before').focus());
  await user.tab();
  await focusOn('Undo');
  await user.keyboard('{ArrowRight}');
  await focusOn('Redo');
  await user.tab({ shift: true });
  await focusOn('Before');
  await user.tab();
  await focusOn('Redo');
  await user.tab();
  expect(screen.getByRole('toolbar').contains(document.activeElement)).toBe(false);
});

test('ArrowDown opens a toolbar menu, Escape closes it, and the caret is unchanged', async () => {
  renderApp(<Page />);
  const user = userEvent.setup();
  act(() => text().focus());
  const { editor } = text() as HTMLElement & { editor: TiptapEditor };
  act(() => void editor.commands.setTextSelection(4));
  await user.keyboard('{Alt>}{F10}{/Alt}{End}{ArrowLeft}');
  await focusOn('Insert');
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('menu', { name: 'Insert' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await focusOn('Insert');
  expect(screen.queryByRole('menu')).toBeNull();
  await user.keyboard('{Escape}');
  await focusOn('Plan');
  expect(editor.state.selection.from).toBe(4);
});

test('the style menu sets headings and returns the focus to the text', async () => {
  renderApp(<Page />);
  const user = userEvent.setup();
  act(() => button('Text style: Paragraph').focus());
  await user.keyboard('{Enter}');
  const items = screen.getAllByRole('menuitemradio').map((one) => one.textContent);
  expect(items).toHaveLength(7);
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  await focusOn('Plan');
  expect(shared()).toContain('<heading');
  await waitFor(() => expect(button('Text style: Heading 3')).toBeTruthy());
});

test('Control+K opens the link card, which refuses a bad address with a reason and applies a good one', async () => {
  renderApp(<Page />);
  const user = userEvent.setup();
  selectAll();
  fireEvent.keyDown(text(), { key: 'k', ctrlKey: true });
  const card = screen.getByRole('dialog', { name: 'Link' });
  const address = within(card).getByRole('textbox', { name: 'Address' });
  await user.type(address, 'javascript:alert(1){Enter}');
  expect(within(card).getByText(/can’t be linked/)).toBeTruthy();
  expect(shared()).not.toContain('link');
  await user.clear(address);
  await user.type(address, 'example.cz{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(text().querySelector('a')?.getAttribute('href')).toBe('https://example.cz');
});

test('Enter in the title does not make a second line', () => {
  renderApp(<Page />);
  const title = screen.getByRole('textbox', { name: 'Title' });
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  fireEvent(title, enter);
  expect(enter.defaultPrevented).toBe(true);
});

test('the interface is available in Czech', () => {
  renderApp(<Page />, 'cs');
  expect(screen.getByRole('toolbar', { name: 'Formátování' })).toBeTruthy();
  expect(button('Tučné')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Název' })).toBeTruthy();
});
