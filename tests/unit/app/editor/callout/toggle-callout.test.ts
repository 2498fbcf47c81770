// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { toggleCallout } from '../../../../../src/app/editor/callout/toggle-callout.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { paste, pressKeys, typeText, readHtml } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();

const html = (seat = jana): string => readHtml(seat.editor);
const box = ({ editor } = petr): HTMLElement => editor.view.dom.querySelector('.callout')!;
const icon = (seat = petr): HTMLElement => box(seat).querySelector('[role=img]')!;

test('toggling wraps the line in a kind, changes the kind, or lifts the line out', () => {
  typeText(jana, 'careful');
  toggleCallout(jana.editor, 'warning');
  typeText(jana, '!');
  expect(html(petr)).toBe('<div data-kind="warning" data-type="callout"><p>careful!</p></div>');
  expect(icon().getAttribute('aria-label')).toBe('A warning');
  const drawn = box();
  toggleCallout(jana.editor, 'info');
  expect([box().dataset['kind'], icon().getAttribute('aria-label')]).toEqual(['info', 'A info']);
  expect(box(), 'not drawn again').toBe(drawn);
  toggleCallout(jana.editor, 'info');
  expect(html(petr)).toBe('<p>careful!</p>');
});

test('Enter in an empty last line leaves the callout, Backspace at its start lifts the line out', () => {
  typeText(jana, 'a');
  toggleCallout(jana.editor, 'info');
  pressKeys(jana.editor, 'Enter');
  pressKeys(jana.editor, 'Enter');
  typeText(jana, 'b');
  expect(html()).toMatch(/<p>a<\/p><\/div><p>b<\/p>$/);
  jana.editor.commands.setTextSelection(2);
  pressKeys(jana.editor, 'Backspace');
  expect(html()).toBe('<p>a</p><p>b</p>');
});

test('the icon is not text', () => {
  typeText(jana, 'a');
  toggleCallout(jana.editor, 'danger');
  expect(plainText(jana.doc.getXmlFragment(TEXT_ROOT))).toBe('a');
});

test.each([['"><img src=x onerror=alert(1)>'], [['danger']], [''], [null]])(
  'an invalid kind %j from a peer becomes the default',
  (kind) => {
    petr.editor.commands.insertContent({
      type: 'callout',
      attrs: { kind },
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }],
    });
    expect(box(jana).dataset['kind']).toBe('info');
    expect(html()).toContain('data-kind="info"');
    expect(html()).not.toContain('onerror');
  },
);

test('a GitHub alert is pasted as a callout without its title', () => {
  paste(jana, {
    html: '<div class="markdown-alert markdown-alert-caution"><p class="markdown-alert-title">Caution</p><p>Hot</p></div><p>end</p>',
  });
  expect(html()).toContain('<div data-kind="danger" data-type="callout"><p>Hot</p></div>');
});
