// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Editor as TiptapEditor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { Editor } from '../../../../../src/app/editor/editor.tsx';
import type { Language } from '#contract/languages.ts';
import { cleanup, fillInLayout, renderApp } from '../../../../support/render-app.tsx';

let doc: Y.Doc;
let awareness: Awareness;
let formula: Y.XmlElement;

beforeAll(fillInLayout);

beforeEach(() => {
  doc = new Y.Doc();
  awareness = new Awareness(doc);
  const paragraph = new Y.XmlElement('paragraph');
  formula = new Y.XmlElement('inlineMath');
  formula.setAttribute('latex', 'a');
  paragraph.insert(0, [new Y.XmlText('so '), formula, new Y.XmlText(' end')]);
  doc.getXmlFragment(TEXT_ROOT).insert(0, [paragraph]);
});

afterEach(() => {
  cleanup();
  awareness.destroy();
  doc.destroy();
});

function show(language: Language = 'en-US', editable = true): void {
  renderApp(
    <Editor
      doc={doc}
      awareness={awareness}
      user={{ name: 'Jana', color: '#ce0d6e' }}
      editable={editable}
      label="Plan"
      lang="en-US"
    />,
    language,
  );
}

const frame = (): HTMLElement => document.querySelector<HTMLElement>('.math-frame')!;
const source = (): HTMLTextAreaElement | null => screen.queryByRole('textbox', { name: 'Formula as LaTeX' });
const shared = (): string => doc.getXmlFragment(TEXT_ROOT).toJSON();
/** Selects and clicks the formula, as a browser does. */
async function click(): Promise<void> {
  await waitFor(() => expect(frame()).toBeTruthy());
  const { editor } = document.querySelector<HTMLElement & { editor: TiptapEditor }>('.ProseMirror')!;
  act(() => editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, 4))));
  fireEvent.click(frame());
}

test('an invalid source is reported', async () => {
  show();
  await click();
  await waitFor(() => expect(source()).toBeTruthy());
  fireEvent.change(source()!, { target: { value: '\\frac{a' } });
  await screen.findByText(/^This formula can’t be displayed\./);
  expect(source()?.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(source()!, { target: { value: '\\frac{a}{b}' } });
  await waitFor(() => expect(source()?.getAttribute('aria-invalid')).toBe('false'));
  expect(screen.queryByText(/can’t be displayed/)).toBeNull();
});

test('the formula is drawn in the text', async () => {
  show();
  await waitFor(() => expect(frame().querySelector('math')).toBeTruthy());
  expect(source()).toBeNull();
});

test('a click focuses the source; Enter stores it and returns to the text', async () => {
  show();
  await click();
  await waitFor(() => expect(document.activeElement).toBe(source()));
  expect(source()?.value).toBe('a');
  fireEvent.change(source()!, { target: { value: 'a^2' } });
  await waitFor(() => expect(frame().querySelector('msup'), 'shown at once').toBeTruthy());
  fireEvent.keyDown(source()!, { key: 'Enter' });
  await waitFor(() => expect(source()).toBeNull());
  await waitFor(() => expect(shared()).toContain('latex="a^2"'));
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Plan'));
});

test('the source is stored after a pause, and Escape stores it too', async () => {
  show();
  await click();
  await waitFor(() => expect(source()).toBeTruthy());
  fireEvent.change(source()!, { target: { value: 'b' } });
  await waitFor(() => expect(shared()).toContain('latex="b"'));
  fireEvent.change(source()!, { target: { value: 'bc' } });
  fireEvent.keyDown(source()!, { key: 'Escape' });
  await waitFor(() => expect(shared()).toContain('latex="bc"'));
  expect(source()).toBeNull();
});

test('a remote change after the pause stays in the text, the local source in the card', async () => {
  show();
  await click();
  await waitFor(() => expect(source()).toBeTruthy());
  fireEvent.change(source()!, { target: { value: 'b' } });
  await waitFor(() => expect(shared()).toContain('latex="b"'));
  // Waits until everything is drawn.
  await act(async () => doc.transact(() => formula.setAttribute('latex', 'theirs'), 'somebody'));
  expect(source()?.value).toBe('b');
  fireEvent.keyDown(source()!, { key: 'Escape' });
  await waitFor(() => expect(source()).toBeNull());
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Plan'));
  await act(async () => {});
  expect(shared()).toContain('latex="theirs"');
  await waitFor(() => expect(frame().textContent).toContain('theirs'));
});

test('the card is available in Czech, and the formula can be removed', async () => {
  show('cs');
  await click();
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Vzorec' })).toBeTruthy());
  fireEvent.click(screen.getByRole('button', { name: 'Odebrat vzorec' }));
  await waitFor(() => expect(shared()).toBe('<paragraph>so  end</paragraph>'));
});

test('a viewer gets no card', async () => {
  show('en-US', false);
  await click();
  await waitFor(() => expect(frame().querySelector('math')).toBeTruthy());
  expect(source()).toBeNull();
});

test("the toolbar's menu inserts an empty formula and focuses its source", async () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Insert' }));
  fireEvent.click(screen.getByRole('menuitem', { name: /^Inline formula/ }));
  await waitFor(() => expect(document.activeElement).toBe(source()));
  expect(screen.getByText('Empty formula')).toBeTruthy();
});
