// @vitest-environment jsdom
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { MAX_ATTRIBUTE_CHARS } from '#contract/limits.ts';
import { lintUpdate } from '#contract/lint-update.ts';
import { paste } from '../../../../support/editors.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';

seatOne();

test("a pasted attribute above the log's limit is cut and saved", () => {
  const long = 'x'.repeat(MAX_ATTRIBUTE_CHARS + 500);
  paste(seat, {
    html: `<p>before</p><pre><code class="language-${long}">code</code></pre><ol type="${long}"><li>one</li></ol>`,
  });
  const [, code, list] = seat.editor.state.doc.children;
  expect(String(code?.attrs['language'])).toHaveLength(MAX_ATTRIBUTE_CHARS);
  expect(String(list?.attrs['type'])).toHaveLength(MAX_ATTRIBUTE_CHARS);
  expect(lintUpdate(Y.encodeStateAsUpdate(seat.doc))).toMatchObject({ ok: true });
});

test.each([
  ['<ol start="123456789"><li>one</li></ol>', 100_000],
  ['<ol start="-123456789"><li>one</li></ol>', -100_000],
  ['<ol start="2026"><li>one</li></ol>', 2026],
])("a number outside the log's limits is clamped: %s", (html, start) => {
  paste(seat, { html });
  expect(seat.editor.state.doc.firstChild?.attrs['start']).toBe(start);
  expect(lintUpdate(Y.encodeStateAsUpdate(seat.doc))).toMatchObject({ ok: true });
});

test('a list that starts with a long number is saved too', () => {
  seat.editor.commands.setContent('<ol start="1234567890123"><li><p>x</p></li></ol>');
  expect(seat.editor.state.doc.firstChild?.type.name).toBe('orderedList');
  expect(lintUpdate(Y.encodeStateAsUpdate(seat.doc))).toMatchObject({ ok: true });
});
