// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { useTranslation } from 'react-i18next';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { lintUpdate } from '#contract/lint-update.ts';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { Editor } from '../../../../../src/app/editor/editor.tsx';
import { useTextLanguage } from '../../../../../src/app/editor/document-tools/use-text-language.ts';
import { setTextLanguage, textLanguage } from '#contract/text/text-language.ts';
import { pressKeys, typeText } from '../../../../support/editors.ts';
import { fillInLayout, renderApp } from '../../../../support/render-app.tsx';

beforeAll(fillInLayout);

function makeDoc(): Y.Doc {
  const doc = new Y.Doc();
  doc.getXmlFragment(TEXT_ROOT).insert(0, [new Y.XmlElement('paragraph')]);
  return doc;
}

function Page({ doc, awareness }: { doc: Y.Doc; awareness: Awareness }) {
  const language = useTextLanguage(doc);
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

test('the language is shared, and an unknown one is ignored', () => {
  const doc = makeDoc();
  const other = new Y.Doc();
  setTextLanguage(doc, 'cs');
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  expect(textLanguage(other)).toBe('cs');
  other.getText(TITLE_ROOT).setAttribute('lang', 'x" onfocus="');
  expect(textLanguage(other)).toBe('en-US');
});

test.each(['cs', 'en-US'] as const)(
  'in a document in %s, the language applies from the first character, in both interfaces',
  (language) => {
    const seats = (['cs', 'en-US'] as const).map((spoken) => {
      const doc = makeDoc();
      setTextLanguage(doc, language);
      const awareness = new Awareness(doc);
      const { container, unmount } = renderApp(<Page doc={doc} awareness={awareness} />, spoken);
      const text = container.querySelector<HTMLElement>('[role=textbox]');
      const { editor } = text as HTMLElement & { editor: Parameters<typeof pressKeys>[0] };
      expect(text?.lang).toBe(language);
      act(() => typeText({ editor }, '"'));
      const written = text?.textContent;
      unmount();
      awareness.destroy();
      return written;
    });
    const quote = language === 'cs' ? '„' : '“';
    expect(seats).toEqual([quote, quote]);
  },
);

test.each([
  ['', 'en-US'],
  ['The price of a ticket to the symphony of Dvořák is high.', 'en-US'],
  ['Příští týden se sejdeme u mě a projdeme rozpočet.', 'cs'],
] as const)('all clients guess the same language for a document without one: %s', (words, language) => {
  const doc = makeDoc();
  const paragraph = doc.getXmlFragment(TEXT_ROOT).get(0);
  if (paragraph instanceof Y.XmlElement) paragraph.insert(0, [new Y.XmlText(words)]);
  expect(textLanguage(doc)).toBe(language);
});

test('the server accepts the language, and the title is unchanged', () => {
  const doc = makeDoc();
  doc.getText(TITLE_ROOT).insert(0, 'Plán');
  const before = Y.encodeStateVector(doc);
  setTextLanguage(doc, 'cs');
  setTextLanguage(doc, 'en-US');
  expect(lintUpdate(Y.encodeStateAsUpdate(doc, before), {}).ok).toBe(true);
  expect(doc.getText(TITLE_ROOT).toJSON()).toBe('Plán');
});

test('a new interface language updates labels in the text, in the same editor', async () => {
  const doc = makeDoc();
  setTextLanguage(doc, 'cs');
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

test('a new interface language keeps undo, caret and remote state', async () => {
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

test('a new text language keeps the editor and its undo', () => {
  const doc = makeDoc();
  const awareness = new Awareness(doc);
  renderApp(<Page doc={doc} awareness={awareness} />);
  const text = screen.getByRole('textbox', { name: 'Plan' });
  const { editor } = text as HTMLElement & { editor: Parameters<typeof pressKeys>[0] };
  act(() => void editor.commands.insertContent('ahoj'));
  expect(text.lang).toBe('en-US');
  act(() => setTextLanguage(doc, 'cs'));
  expect(screen.getByRole('textbox', { name: 'Plan' })).toBe(text);
  expect(text.lang).toBe('cs');
  act(() => void pressKeys(editor, 'z', { ctrlKey: true }));
  expect(text.textContent).toBe('');
  awareness.destroy();
});
