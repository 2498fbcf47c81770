// @vitest-environment jsdom
import { beforeAll, expect, test, vi } from 'vitest';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { openSeat, typeText, type Seat } from '../../../../support/editors.ts';
import { fillInLayout } from '../../../../support/render-app.tsx';
import { translatePage } from '../../../../support/translate-page.ts';

beforeAll(fillInLayout);

function openText(): Seat & { readonly shared: () => string } {
  const seat = openSeat('Jana', '#ce0d6e');
  seat.editor.commands.setContent('<p>One two</p><p>Three</p>');
  return { ...seat, shared: () => seat.doc.getXmlFragment(TEXT_ROOT).toJSON() };
}

const elementOf = (html: string): Element => {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstElementChild!;
};
const settle = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 30));

function wrap(text: ChildNode, html: string, content = text.textContent ?? ''): void {
  const outer = elementOf(html);
  (outer.firstElementChild ?? outer).append(content);
  text.replaceWith(outer);
}

/** Mutations of the first paragraph, or of the whole text, that extensions make. */
const CHANGES: readonly [name: string, change: (first: Element, text: Element) => void][] = [
  ['replaces a text with itself in fonts', (first) => wrap(first.firstChild!, '<font><font></font></font>')],
  ['translates a text', (first) => wrap(first.firstChild!, '<font><font></font></font>', 'Un deux')],
  [
    'marks a word',
    (first) => {
      const word = (first.firstChild as Text).splitText(4);
      wrap(word, '<span class="hit"></span>');
    },
  ],
  ['adds a sign to a paragraph', (first) => first.append(elementOf('<x-mark><b>!</b></x-mark>'))],
  ['adds a paragraph', (_, text) => text.append(elementOf('<p>Fix 3 mistakes</p>'))],
  [
    'adds its element to the text',
    (_, text) => text.append(elementOf('<grammarly-extension></grammarly-extension>')),
  ],
  ['adds a style sheet', (_, text) => text.prepend(elementOf('<style>p { color: red }</style>'))],
  [
    'wraps a paragraph',
    (first) => {
      const box = elementOf('<div class="box"></div>');
      first.replaceWith(box);
      box.append(first);
    },
  ],
  ['removes a paragraph', (first) => first.remove()],
  ['doubles a paragraph', (first) => first.after(first.cloneNode(true))],
  ['moves a paragraph', (first, text) => text.append(first)],
  ['colors a paragraph', (first) => first.setAttribute('style', 'color: red; text-align: right')],
];

test.each(CHANGES)('an extension that %s changes nothing in the document', async (_, change) => {
  const { editor, shared } = openText();
  expect(shared()).toContain('One two');
  const before = shared();
  const text = editor.view.dom;
  change(text.firstElementChild!, text);
  await settle();
  expect(shared()).toBe(before);
  expect([...text.querySelectorAll(':scope > p')].map((p) => p.textContent)).toEqual(['One two', 'Three']);
  expect(text.querySelector('font, span.hit, x-mark, grammarly-extension, style, .box')).toBeNull();
  editor.commands.setTextSelection(8);
  typeText({ editor }, '!');
  expect(shared()).toContain('One two!');
  editor.destroy();
});

test('input in the page is read', async () => {
  const { editor, shared } = openText();
  const { firstElementChild: first } = editor.view.dom;
  const input = (type: string): boolean =>
    first!.dispatchEvent(new InputEvent(type, { bubbles: true, inputType: 'insertText' }));
  input('beforeinput');
  (first!.firstChild as Text).appendData('!');
  first!.append(elementOf('<font color="red">?</font>'));
  input('input');
  await settle();
  expect(shared()).toContain('One two!?');
  editor.destroy();
});

test('a translator that mutates the text between two keystrokes translates nothing', async () => {
  const { editor, shared } = openText();
  const { firstElementChild: first } = editor.view.dom;
  const input = (type: string): boolean => first!.dispatchEvent(new InputEvent(type, { bubbles: true }));
  input('beforeinput');
  (first!.firstChild as Text).appendData('!');
  input('input');
  await Promise.resolve();
  wrap(first!.firstChild!, '<font><font></font></font>', 'Un deux');
  first!.after(elementOf('<grammarly-extension></grammarly-extension>'));
  await settle();
  expect(shared()).toContain('One two!');
  expect(editor.view.dom.textContent).toBe('One two!Three');
  editor.destroy();
});

test('a translator that repeats its mutation blocks neither page nor text', async () => {
  const { editor, shared } = openText();
  const before = shared();
  const stop = translatePage({ mark: '»' });
  const wraps = vi.fn<() => void>();
  const again = new MutationObserver(() => {
    for (const { firstChild } of editor.view.dom.querySelectorAll('p'))
      if (firstChild instanceof Text) {
        wraps();
        wrap(firstChild, '<font><font></font></font>', `»${firstChild.data}`);
      }
  });
  again.observe(editor.view.dom, { subtree: true, childList: true, characterData: true });
  editor.view.dom.dispatchEvent(new Event('x'));
  wrap(editor.view.dom.firstElementChild!.firstChild!, '<font><font></font></font>', '»One two');
  await new Promise((resolve) => setTimeout(resolve, 300));
  again.disconnect();
  stop();
  expect(shared()).toBe(before);
  expect(wraps.mock.calls.length).toBeLessThan(60);
  await vi.waitFor(() => expect(editor.view.dom.textContent).toBe('One twoThree'));
  editor.destroy();
});

test('the translator of a browser leaves the text alone', async () => {
  const { editor } = openText();
  editor.view.dom.setAttribute('translate', 'no');
  const stop = translatePage({ mark: '»' });
  editor.commands.insertContent('More');
  await settle();
  stop();
  expect(editor.view.dom.querySelector('font')).toBeNull();
  editor.destroy();
});
