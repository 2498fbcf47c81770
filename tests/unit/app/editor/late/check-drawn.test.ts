// @vitest-environment jsdom
import { ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeSeat, connectSeats, openSeat, type Seat } from '../../../../support/editors.ts';

let jana: Seat;
let petr: Seat;
const dropped: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  dropped.length = 0;
  jana = openSeat('Jana', '#ce0d6e', { onDropped: (paragraphs) => dropped.push(...paragraphs) });
  petr = openSeat('Petr', '#007e68');
  connectSeats(jana, petr);
  petr.editor.commands.setContent('<p>first<br>line</p><pre><code>a\nb</code></pre><hr><p>last</p>');
  vi.advanceTimersByTime(20_000);
});

afterEach(() => {
  closeSeat(jana);
  closeSeat(petr);
  vi.useRealTimers();
});

const bindingOf = ({ editor }: Seat): ProsemirrorBinding => ySyncPluginKey.getState(editor.state).binding;

test('a drawing equal to the shared text is left alone', () => {
  const rerender = vi.spyOn(bindingOf(jana), '_forceRerender');
  petr.editor.commands.insertContentAt(1, 'The ');
  vi.advanceTimersByTime(20_000);
  expect(rerender).not.toHaveBeenCalled();
  expect(dropped).toEqual([]);
});

test('a remote change that was not drawn is drawn a moment later, and none of it is deleted', () => {
  const { mux } = bindingOf(jana);
  bindingOf(jana).mux = () => undefined;
  petr.editor.commands.insertContentAt(1, 'The ');
  bindingOf(jana).mux = mux;
  expect(jana.editor.getText()).not.toContain('The first');
  vi.advanceTimersByTime(2000);
  expect(jana.editor.getJSON()).toEqual(petr.editor.getJSON());
  expect(petr.editor.getText()).toContain('The first');
});

test('text that never reached the shared text is removed from the editor and reported', () => {
  const { mux } = bindingOf(jana);
  bindingOf(jana).mux = () => undefined;
  jana.editor.commands.insertContentAt(jana.editor.state.doc.content.size - 1, ' words');
  bindingOf(jana).mux = mux;
  expect(jana.editor.getText()).toContain('last words');
  vi.advanceTimersByTime(2000);
  expect(dropped).toEqual(['last words']);
  expect(jana.editor.getJSON()).toEqual(petr.editor.getJSON());
});

test('a persistent difference is drawn only once', () => {
  const rerender = vi.spyOn(bindingOf(jana), '_forceRerender').mockImplementation(() => {
    jana.editor.view.dispatch(
      jana.editor.state.tr.insertText('x', 1).setMeta(ySyncPluginKey, { isChangeOrigin: true }),
    );
  });
  const { mux } = bindingOf(jana);
  bindingOf(jana).mux = () => undefined;
  petr.editor.commands.insertContentAt(1, 'The ');
  vi.advanceTimersByTime(60_000);
  bindingOf(jana).mux = mux;
  expect(rerender).toHaveBeenCalledTimes(1);
});

test('continuous changes do not postpone the check forever', () => {
  const rerender = vi.spyOn(bindingOf(jana), '_forceRerender');
  const { mux } = bindingOf(jana);
  bindingOf(jana).mux = () => undefined;
  for (let second = 0; second < 16; second += 1) {
    petr.editor.commands.insertContentAt(1, 'x');
    vi.advanceTimersByTime(1000);
  }
  bindingOf(jana).mux = mux;
  expect(rerender).toHaveBeenCalled();
});
