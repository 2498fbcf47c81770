// @vitest-environment jsdom
import { Schema } from '@tiptap/pm/model';
import { EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { EditorView } from '@tiptap/pm/view';
import { afterEach, expect, test, vi } from 'vitest';
import { latePlugin } from '../../../../../src/app/editor/late/late-plugin.ts';
import { later } from '../../../../../src/app/ui/load-later.tsx';

const schema = new Schema({ nodes: { doc: { content: 'text*' }, text: {} } });
const key = new PluginKey<string>('letters');

/** A plugin that keeps the text of the last change, handles Escape, and turns `??` into `?!`. */
const letters = (): Plugin<string> =>
  new Plugin<string>({
    key,
    state: {
      init: () => '',
      apply: (tr, value) => (tr.docChanged ? tr.doc.textContent : value),
    },
    props: { handleKeyDown: (_view, { key: pressed }) => pressed === 'Escape' },
    appendTransaction: (_changes, _before, { tr, doc }) =>
      doc.textContent.endsWith('??') ? tr.insertText('!', doc.content.size - 1, doc.content.size) : null,
    view: () => ({ update: (view) => seen.push(key.getState(view.state) ?? '') }),
  });

const seen: string[] = [];
let view: EditorView | null = null;
afterEach(() => {
  view?.destroy();
  view = null;
  seen.length = 0;
});

const open = (plugin: Plugin): EditorView =>
  (view = new EditorView(null, { state: EditorState.create({ schema, plugins: [plugin] }) }));

const type = ({ state, dispatch }: EditorView, text: string): void => dispatch(state.tr.insertText(text));

function deferred() {
  let resolve: (make: typeof letters) => void = () => undefined;
  const promise = new Promise<typeof letters>((done) => (resolve = done));
  return { promise, resolve };
}

const swallowsEscape = (editor: EditorView): boolean =>
  editor.someProp('handleKeyDown', (handle) =>
    handle(editor, new KeyboardEvent('keydown', { key: 'Escape' })),
  ) === true;

test('input from before the plugin loads is replayed when it arrives', async () => {
  const arrival = deferred();
  const editor = open(
    latePlugin(
      key,
      later(() => arrival.promise),
      (make) => make(),
    ),
  );
  type(editor, 'a');
  type(editor, 'b');
  expect([key.getState(editor.state), swallowsEscape(editor), seen]).toEqual([null, false, []]);
  arrival.resolve(letters);
  await vi.waitFor(() => expect(key.getState(editor.state)).toBe('ab'));
  expect(seen).toEqual(['ab']);
  expect(swallowsEscape(editor)).toBe(true);
  type(editor, '??');
  expect(editor.state.doc.textContent).toBe('ab?!');
});

test('a plugin that is loaded already is used at once', async () => {
  const part = later(async () => letters);
  await part.ask();
  const editor = open(latePlugin(key, part, (make) => make()));
  type(editor, 'a');
  expect(key.getState(editor.state)).toBe('a');
});

test('an editor destroyed before the plugin arrives is left alone', async () => {
  const arrival = deferred();
  const part = later(() => arrival.promise);
  const make = vi.fn<(part: typeof letters) => Plugin>((loaded) => loaded());
  open(latePlugin(key, part, make)).destroy();
  arrival.resolve(letters);
  await part.ask();
  expect(make).not.toHaveBeenCalled();
});

test.each([
  ['before', 0],
  ['after', 1],
] as const)('a plugin that arrives %s another gets what it missed and keeps its state', async (_, turn) => {
  const other = new PluginKey('other');
  const mine = deferred();
  const theirs = deferred();
  const makeOther = (): Plugin => new Plugin({ key: other, state: { init: () => 0, apply: () => 0 } });
  const plugins = [
    latePlugin(
      key,
      later(() => mine.promise),
      (make) => make(),
    ),
    latePlugin(
      other,
      later(() => theirs.promise),
      makeOther,
    ),
  ];
  const editor = new EditorView(null, { state: EditorState.create({ schema, plugins }) });
  view = editor;
  type(editor, 'a');
  const arrive = [
    async () => {
      mine.resolve(letters);
      await vi.waitFor(() => expect(key.getState(editor.state)).toBe('a'));
    },
    async () => {
      theirs.resolve(letters);
      await vi.waitFor(() => expect(other.getState(editor.state)).toBe(0));
    },
  ];
  await arrive[turn]?.();
  await arrive[1 - turn]?.();
  expect(key.getState(editor.state)).toBe('a');
});
