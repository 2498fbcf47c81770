// @vitest-environment jsdom
/** Views of stored text that does not fit the schema (docs/decisions/0044). */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { childrenOf } from '#contract/text/document-node.ts';
import { readDocument } from '#contract/text/yjs-document.ts';
import { readSpans, sizeOf } from '#contract/authorship/read-spans.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { fingerprint } from '#contract/fingerprint.ts';
import { lintUpdate } from '#contract/lint-update.ts';
import { takeText, writeText } from '../../../../../src/app/documents/copy-document.ts';
import { DocumentPreview } from '../../../../../src/app/editor/preview/document-preview.tsx';
import { takeSavedText } from '../../../../../src/app/editor/out/take-saved-text.ts';
import { shoot } from '../../../../../src/app/editor/playback/film.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { textLanguage } from '#contract/text/text-language.ts';
import { forwardChange } from '../../../../../supabase/functions/_shared/server/forward-change.ts';
import { wordsOf } from '../../../../../supabase/functions/_shared/server/deleted-text.ts';
import { renderApp } from '../../../../support/render-app.tsx';

function element(name: string, ...children: (Y.XmlElement | Y.XmlText)[]): Y.XmlElement {
  const made = new Y.XmlElement(name);
  made.insert(0, children);
  return made;
}

/** A paragraph, content of all kinds that does not fit, and a paragraph. */
function poisoned(): Y.Doc {
  const doc = new Y.Doc();
  const root = doc.getXmlFragment(TEXT_ROOT);
  const heading = element('heading', new Y.XmlText('Heading'));
  const image = new Y.XmlElement('image');
  const words = new Y.XmlText('marked');
  root.insert(0, [
    element('paragraph', new Y.XmlText('Before')),
    new Y.XmlText('poison'),
    element('bulletList', element('paragraph', new Y.XmlText('poison'))),
    element('paragraph', element('paragraph', new Y.XmlText('poison'))),
    element('table'),
    element('details'),
    heading,
    image,
    element('paragraph', words),
    element('paragraph', new Y.XmlText('After')),
  ]);
  heading.setAttribute('level', { a: 1 } as never);
  heading.setAttribute('textAlign', new Y.XmlText() as never);
  image.setAttribute('src', { a: [1] } as never);
  image.setAttribute('width', 'NaN');
  words.format(0, 3, { link: { href: { a: 1 } }, bold: true, highlight: [1] });
  words.insertEmbed(2, { image: 1 });
  root.insert(4, [1, null, 'x'] as never);
  return doc;
}

test('a version shows the rest, and each part that cannot be shown at its place', () => {
  const { container } = renderApp(<DocumentPreview updates={[Y.encodeStateAsUpdate(poisoned())]} />);
  const parts = [...container.querySelectorAll('.unshown')];
  expect(parts.map((part) => part.textContent)).toEqual(
    Array.from({ length: 3 }, () => 'This part can’t be shown.'),
  );
  expect(parts[0]?.previousElementSibling?.textContent).toBe('Before');
  expect(container.textContent).toContain('After');
  expect(container.querySelector('h1')?.textContent).toBe('Heading');
});

test('Markdown, plain text, language and words of such a text are read', async () => {
  const doc = poisoned();
  const markdown = await takeSavedText([Y.encodeStateAsUpdate(doc)], 'markdown');
  expect(markdown).toContain('Before\n\npoison\n');
  expect(markdown).toContain('After');
  expect(plainText(doc.getXmlFragment(TEXT_ROOT))).toContain('poison');
  expect(textLanguage(doc)).toBe('en-US');
  expect(wordsOf(doc)).toContain('poison');
  expect(fingerprint(doc).length).toBeGreaterThan(0);
});

test('its ids are as many as its nodes and characters', () => {
  const root = poisoned().getXmlFragment(TEXT_ROOT);
  const units = childrenOf(readDocument(root)).reduce((sum, node) => sum + sizeOf(node), 0);
  expect(readSpans(root).reduce((sum, { length }) => sum + length, 0)).toBe(units);
});

test('a film of it is shot', () => {
  const update = Y.encodeStateAsUpdate(poisoned());
  const shots = shoot([], [{ seq: 1, client: 1, atMs: 0, update } as never]);
  for (let shot = shots.next(); ; shot = shots.next()) {
    if (shot.done !== true) continue;
    expect(shot.value.frames).toHaveLength(1);
    break;
  }
});

test('a copy has everything that can be shown, and the server accepts it', () => {
  const { text } = takeText(poisoned(), crypto.randomUUID());
  const copy = new Y.Doc();
  writeText(copy, text);
  expect(lintUpdate(Y.encodeStateAsUpdate(copy))).toMatchObject({ ok: true });
  expect(plainText(copy.getXmlFragment(TEXT_ROOT))).toMatch(/^Before\n[^]*After$/);
});

test('it is restored, and replaced by an older text', () => {
  const [doc, older] = [poisoned(), new Y.Doc()];
  older.getXmlFragment(TEXT_ROOT).insert(0, [element('paragraph', new Y.XmlText('Older'))]);
  const state = Y.encodeStateAsUpdate(doc);
  expect(forwardChange(doc, older.getXmlFragment(TEXT_ROOT), 7, [])).not.toBeNull();
  expect(plainText(doc.getXmlFragment(TEXT_ROOT))).toContain('Older');
  const wanted = new Y.Doc();
  Y.applyUpdate(wanted, state);
  forwardChange(doc, wanted.getXmlFragment(TEXT_ROOT), 8, []);
  expect(plainText(doc.getXmlFragment(TEXT_ROOT))).toContain('poison');
});
