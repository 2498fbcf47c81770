// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { useTranslation } from 'react-i18next';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { lintUpdate } from '#contract/lint-update.ts';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import {
  readDocumentLanguage,
  setDocumentLanguage,
  useDocumentLanguage,
} from '../../../../src/app/editor/document-language.ts';
import { Editor } from '../../../../src/app/editor/editor.tsx';
import { pressKeys } from '../../../support/editors.ts';
import { fillInLayout, renderApp } from '../../../support/render-app.tsx';

beforeAll(fillInLayout);

function makeDoc(): Y.Doc {
  const doc = new Y.Doc();
  doc.getXmlFragment(TEXT_ROOT).insert(0, [new Y.XmlElement('paragraph')]);
  return doc;
}

function Page({ doc, awareness }: { doc: Y.Doc; awareness: Awareness }) {
  const language = useDocumentLanguage(doc) ?? 'en-US';
  return (
    <Editor
      doc={doc}
      awareness={awareness}
      user={{ name: 'Jana', color: '#ce0d6e' }}
      editable
      label="Plan"
      lang={language}
      documentId="33333333-3333-4333-8333-333333333333"
    />
  );
}

function SwitchToCzech() {
  const { i18n } = useTranslation();
  return <button onClick={() => void i18n.changeLanguage('cs')}>Česky</button>;
}

test('the language is shared, and only a language that is known is believed', () => {
  const doc = makeDoc();
  const other = new Y.Doc();
  expect(readDocumentLanguage(doc)).toBeNull();
  setDocumentLanguage(doc, 'cs');
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  expect(readDocumentLanguage(other)).toBe('cs');
  other.getText(TITLE_ROOT).setAttribute('lang', 'x" onfocus="');
  expect(readDocumentLanguage(other)).toBeNull();
});

test('the server accepts it, and the title stays what it was', () => {
  const doc = makeDoc();
  doc.getText(TITLE_ROOT).insert(0, 'Plán');
  const before = Y.encodeStateVector(doc);
  setDocumentLanguage(doc, 'cs');
  setDocumentLanguage(doc, 'en-US');
  expect(lintUpdate(Y.encodeStateAsUpdate(doc, before), {}).ok).toBe(true);
  expect(doc.getText(TITLE_ROOT).toJSON()).toBe('Plán');
});

test('another language of the interface names what is in the text anew, in the same editor', async () => {
  const doc = makeDoc();
  setDocumentLanguage(doc, 'cs');
  const awareness = new Awareness(doc);
  renderApp(
    <>
      <Page doc={doc} awareness={awareness} />
      <SwitchToCzech />
    </>,
  );
  const text = screen.getByRole('textbox', { name: 'Plan' });
  const { editor } = text as HTMLElement & { editor: Parameters<typeof pressKeys>[0] };
  act(() => void editor.commands.insertContent('stan'));
  act(() => void editor.commands.toggleTaskList());
  expect(screen.getByRole('checkbox', { name: 'Done: stan' })).toBeTruthy();
  fireEvent.click(screen.getByText('Česky'));
  expect(await screen.findByRole('checkbox', { name: 'Hotovo: stan' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Plan' })).toBe(text);
  awareness.destroy();
});

test('another language of the interface keeps undo, the caret and what others see of it', async () => {
  const doc = makeDoc();
  const awareness = new Awareness(doc);
  renderApp(
    <>
      <Page doc={doc} awareness={awareness} />
      <SwitchToCzech />
    </>,
  );
  const text = screen.getByRole('textbox', { name: 'Plan' });
  const { editor } = text as HTMLElement & { editor: Parameters<typeof pressKeys>[0] };
  act(() => void editor.commands.insertContent('ahoj'));
  act(() => void editor.commands.setTextSelection({ from: 2, to: 4 }));
  const before = Y.encodeStateVector(doc);
  fireEvent.click(screen.getByText('Česky'));
  await screen.findByRole('button', { name: 'Tučné' });
  expect(screen.getByRole('textbox', { name: 'Plan' })).toBe(text);
  expect(Y.encodeStateVector(doc)).toEqual(before);
  expect(editor.state.doc.textBetween(editor.state.selection.from, editor.state.selection.to)).toBe('ho');
  expect(text.getAttribute('spellcheck')).toBe('true');
  act(() => void pressKeys(editor, 'z', { ctrlKey: true }));
  expect(text.textContent).toBe('');
  awareness.destroy();
});

test('another language keeps the editor and its undo', () => {
  const doc = makeDoc();
  const awareness = new Awareness(doc);
  renderApp(<Page doc={doc} awareness={awareness} />);
  const text = screen.getByRole('textbox', { name: 'Plan' });
  const { editor } = text as HTMLElement & { editor: Parameters<typeof pressKeys>[0] };
  act(() => void editor.commands.insertContent('ahoj'));
  expect(text.lang).toBe('en-US');
  act(() => setDocumentLanguage(doc, 'cs'));
  expect(screen.getByRole('textbox', { name: 'Plan' })).toBe(text);
  expect(text.lang).toBe('cs');
  act(() => void pressKeys(editor, 'z', { ctrlKey: true }));
  expect(text.textContent).toBe('');
  awareness.destroy();
});
