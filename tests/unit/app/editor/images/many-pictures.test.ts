// @vitest-environment jsdom
/** Hundreds of pictures in one paste: bounded work, one step of undo, and equal documents. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import type { ImageDesk } from '../../../../../src/app/editor/images/image-uploads.ts';
import { MAX_READ_AT_ONCE, MAX_SENT_AT_ONCE, Uploads } from '../../../../../src/app/editor/images/uploads.ts';
import { closeSeat, connectSeats, openSeat, typeText, type Seat } from '../../../../support/editors.ts';
import { fillInLayout } from '../../../../support/render-app.tsx';

/** More than the steps of undo that are kept. */
const MANY = 104;
const SOME = 12;

let jana: Seat;
let petr: Seat;
let desk: ImageDesk;
let sending: { readonly path: string; readonly arrive: () => void }[];
let most: { read: number; sent: number };
let sent: number;

beforeEach(() => {
  fillInLayout();
  sending = [];
  most = { read: 0, sent: 0 };
  sent = 0;
  let reading = 0;
  desk = {
    documentId: '0b6f7a52-30d5-4a0c-9a55-8f7f6a3c1d10',
    uploads: new Uploads({
      hasNetwork: () => true,
      after: () => () => undefined,
      send: ({ path }, { signal }) =>
        new Promise((resolve) => {
          const one = { path, arrive: resolve };
          const end = (): void => void (sending = sending.filter((other) => other !== one));
          sending.push({ path, arrive: () => (end(), resolve()) });
          signal.addEventListener(
            'abort',
            () => void (sending = sending.filter((other) => other.path !== path)),
          );
          sent += 1;
          most.sent = Math.max(most.sent, sending.length);
        }),
    }),
    read: async (file) => {
      reading += 1;
      most.read = Math.max(most.read, reading);
      await Promise.resolve();
      reading -= 1;
      return { ok: true, file, extension: 'png', type: 'image/png', width: 4, height: 3, isSmaller: false };
    },
    onMadeSmaller: () => undefined,
    onRefused: (refusal) => expect.unreachable(refusal),
    hostOf: () => document.createElement('figure'),
  };
  jana = openSeat('Jana', '#ce0d6e', { images: desk });
  petr = openSeat('Petr', '#0d6ece');
  connectSeats(jana, petr);
});

afterEach(() => {
  closeSeat(jana);
  closeSeat(petr);
});

interface Pasted {
  readonly html?: string;
  readonly files?: readonly File[];
}

function paste({ html = '', files = [] }: Pasted): void {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  const getData = (type: string): string => (type === 'text/html' ? html : '');
  const clipboardData = { getData, types: ['text/html'], items: [], files };
  jana.editor.view.dom.dispatchEvent(Object.assign(event, { clipboardData }));
}

/** Lets pictures arrive as they are sent, the last ones first. */
async function arriveAll(count: number): Promise<void> {
  while (images(jana).length < count) {
    for (const one of sending.toReversed()) one.arrive();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const images = ({ editor }: Seat): string[] => {
  const found: string[] = [];
  editor.state.doc.descendants(
    (node) => void (node.type.name === 'image' && found.push(String(node.attrs['src']))),
  );
  return found;
};
const shared = ({ doc }: Seat): string => doc.getXmlFragment(TEXT_ROOT).toJSON();
const data = (at: number): string => `data:image/png;base64,${btoa(`picture ${at}`)}`;
const texts = (count: number): Pasted => ({
  html: Array.from({ length: count }, (_, at) => `<p>${at}</p><p><img src="${data(at)}"></p>`).join(''),
});
const files = Array.from(
  { length: MANY },
  (_, at) => new File([`${at}`], `${at}.png`, { type: 'image/png' }),
);

test.each([
  ['files', MANY, { files }],
  ['data: addresses', SOME, texts(SOME)],
])('%s: few are read and sent at once, all arrive, and one undo removes them', async (_, count, pasted) => {
  jana.editor.commands.setContent('<p>before</p>');
  jana.editor.commands.setTextSelection(7);
  await new Promise((resolve) => setTimeout(resolve, 600));
  const before = shared(jana);
  paste(pasted);
  await arriveAll(count);
  expect(most.read).toBeLessThanOrEqual(MAX_READ_AT_ONCE);
  expect(most.sent).toBeLessThanOrEqual(MAX_SENT_AT_ONCE);
  expect(new Set(images(petr)).size).toBe(count);
  expect(shared(petr)).toBe(shared(jana));
  const all = shared(jana);
  jana.editor.commands.undo();
  expect(shared(jana)).toBe(before);
  expect(shared(petr)).toBe(before);
  jana.editor.commands.redo();
  expect(shared(petr)).toBe(all);
});

test('the text and its pictures keep their order', async () => {
  paste(texts(SOME));
  await arriveAll(SOME);
  const kinds = jana.editor.state.doc.children.map(({ type, textContent }) =>
    type.name === 'image' ? 'picture' : textContent,
  );
  expect(kinds.slice(0, 6)).toEqual(['0', 'picture', '1', 'picture', '2', 'picture']);
});

test('an undo while they are on their way stops the rest', async () => {
  paste(texts(SOME));
  await vi.waitFor(() => expect(sending.length).toBeGreaterThan(0));
  sending[0]?.arrive();
  await vi.waitFor(() => expect(images(jana)).toHaveLength(1));
  jana.editor.commands.undo();
  await vi.waitFor(() => expect(desk.uploads.state()).toBe('none'));
  expect(images(jana)).toEqual([]);
  expect(jana.editor.getText()).toBe('');
  expect(shared(petr)).toBe(shared(jana));
  expect(sent).toBeLessThan(SOME);
});

test('text typed meanwhile stays, and is a step of its own', async () => {
  paste(texts(SOME));
  await vi.waitFor(() => expect(sending.length).toBeGreaterThan(0));
  jana.editor.commands.setTextSelection(1);
  typeText(jana, 'kept ');
  await arriveAll(SOME);
  expect(jana.editor.getText()).toContain('kept 0');
  jana.editor.commands.undo();
  expect(images(jana)).toEqual([]);
  expect(jana.editor.getText()).toContain('kept 0');
});
