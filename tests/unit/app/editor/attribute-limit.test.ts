// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { MAX_ATTRIBUTE_CHARS } from '#contract/limits.ts';
import { lintUpdate } from '#contract/lint-update.ts';
import { closeSeat, openSeat, paste, type Seat } from '../../../support/editors.ts';

let seat: Seat;
beforeEach(() => {
  seat = openSeat('Jana', '#ce0d6e');
});
afterEach(() => closeSeat(seat));

test('what is pasted with a longer attribute than the log takes is cut, and saved', () => {
  const long = 'x'.repeat(MAX_ATTRIBUTE_CHARS + 500);
  paste(seat, {
    html: `<p>before</p><pre><code class="language-${long}">code</code></pre><ol type="${long}"><li>one</li></ol>`,
  });
  const [, code, list] = seat.editor.state.doc.children;
  expect(String(code?.attrs['language'])).toHaveLength(MAX_ATTRIBUTE_CHARS);
  expect(String(list?.attrs['type'])).toHaveLength(MAX_ATTRIBUTE_CHARS);
  expect(lintUpdate(Y.encodeStateAsUpdate(seat.doc))).toMatchObject({ ok: true });
});
