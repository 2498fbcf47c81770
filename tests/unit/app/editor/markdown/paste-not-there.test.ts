// @vitest-environment jsdom
/** Pasting while the late parts of the editor load. */
import { expect, test, vi } from 'vitest';
import { letPartsCome } from '../../../../support/hold-late-parts.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';
import { readHtml } from '../../../../support/editors.ts';

vi.mock('../../../../../src/app/ui/load-later.tsx', async (original) => {
  const { holdLateParts } = await import('../../../../support/hold-late-parts.ts');
  return holdLateParts(await original());
});

seatOne();

function paste(data: Readonly<Record<string, string>>): void {
  const clipboardData = {
    files: [],
    items: [],
    types: Object.keys(data),
    getData: (type: string) => data[type] ?? '',
  };
  const event = new Event('paste', { bubbles: true, cancelable: true });
  seat.editor.view.dom.dispatchEvent(Object.assign(event, { clipboardData }));
}

test('rich text is pasted uncleaned while nothing can be loaded, and clean afterwards', async () => {
  const title = { 'text/html': '<p class="MsoTitle">Plan</p>', 'text/plain': 'Plan' };
  paste(title);
  await vi.waitFor(() => expect(readHtml(seat.editor)).toBe('<p>Plan</p>'));
  letPartsCome();
  seat.editor.commands.clearContent();
  paste(title);
  await vi.waitFor(() => expect(readHtml(seat.editor)).toBe('<h1>Plan</h1>'), 10_000);
});

test('a formula is converted as soon as its converter is loaded', async () => {
  const formula = {
    'text/html': '<p>So <math><mi>α</mi></math><span hidden>gone</span></p>',
    'text/plain': 'So α',
  };
  letPartsCome();
  await vi.waitFor(() => {
    seat.editor.commands.clearContent();
    paste(formula);
    expect(readHtml(seat.editor)).toContain('data-latex="\\alpha"');
  }, 10_000);
  expect(seat.editor.getText()).not.toContain('gone');
});

test('Markdown is pasted as text at once and converted as soon as the reader is loaded', async () => {
  paste({ 'text/plain': '# Plan\n\n- one\n- two' });
  expect(seat.editor.getText({ blockSeparator: '\n' })).toBe('# Plan\n- one\n- two');
  letPartsCome();
  await vi.waitFor(
    () => expect(readHtml(seat.editor)).toBe('<h1>Plan</h1><ul><li><p>one</p></li><li><p>two</p></li></ul>'),
    10_000,
  );
});
