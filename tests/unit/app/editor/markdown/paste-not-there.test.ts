// @vitest-environment jsdom
/** What is pasted while the late parts of the editor are on their way. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeSeat, openSeat, type Seat } from '../../../../support/editors.ts';
import { letPartsCome } from '../../../../support/hold-late-parts.ts';

vi.mock('../../../../../src/app/ui/load-later.tsx', async (original) => {
  const { holdLateParts } = await import('../../../../support/hold-late-parts.ts');
  return holdLateParts(await original());
});

let jana: Seat;
beforeEach(() => {
  jana = openSeat('Jana', '#ce0d6e');
});
afterEach(() => closeSeat(jana));

function paste(data: Readonly<Record<string, string>>): void {
  const clipboardData = {
    files: [],
    items: [],
    types: Object.keys(data),
    getData: (type: string) => data[type] ?? '',
  };
  const event = new Event('paste', { bubbles: true, cancelable: true });
  jana.editor.view.dom.dispatchEvent(Object.assign(event, { clipboardData }));
}

test('what comes from another program is there at once, cleaned', () => {
  paste({ 'text/html': '<h2 style="color:red">Plan</h2><p><b>now</b></p>', 'text/plain': 'Plan now' });
  expect(jana.editor.getHTML()).toBe('<h2>Plan</h2><p><strong>now</strong></p>');
});

test('Markdown is there at once as text, and becomes what it says as soon as it can be read', async () => {
  paste({ 'text/plain': '# Plan\n\n- one\n- two' });
  expect(jana.editor.getText({ blockSeparator: '\n' })).toBe('# Plan\n- one\n- two');
  letPartsCome();
  await vi.waitFor(() =>
    expect(jana.editor.getHTML()).toBe('<h1>Plan</h1><ul><li><p>one</p></li><li><p>two</p></li></ul>'),
  );
});
