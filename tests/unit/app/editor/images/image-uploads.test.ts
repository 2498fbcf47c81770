// @vitest-environment jsdom
/** From a file to an image in the shared document, with real editors and a controlled network. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { ApiError } from '../../../../../src/app/data/api-error.ts';
import type { ImageExtension } from '../../../../../src/app/editor/schema/image-kinds.ts';
import {
  addImages,
  cancelImage,
  type ImageDesk,
} from '../../../../../src/app/editor/images/image-uploads.ts';
import { Uploads } from '../../../../../src/app/editor/images/uploads.ts';
import { fillInLayout } from '../../../../support/render-app.tsx';
import { closeSeat, connectSeats, openSeat, type Seat } from '../../../../support/editors.ts';

const DOCUMENT = '0b6f7a52-30d5-4a0c-9a55-8f7f6a3c1d10';
const OTHER_IMAGE = '1c6f7a52-30d5-4a0c-9a55-8f7f6a3c1d10/a1b2c3d4-0000-4000-8000-0123456789ab.png';

interface OnTheWay {
  readonly path: string;
  /** The image of another document that is copied. */
  readonly from: string | null;
  readonly file: Blob | null;
  readonly arrive: () => Promise<void>;
  readonly refuse: () => Promise<void>;
}

let jana: Seat;
let petr: Seat;
let desk: ImageDesk;
let sent: OnTheWay[];
let refused: string[];
let madeSmaller: string[];

beforeEach(() => {
  fillInLayout();
  sent = [];
  refused = [];
  madeSmaller = [];
  const hosts = new Map<string, HTMLElement>();
  desk = {
    documentId: DOCUMENT,
    uploads: new Uploads({
      hasNetwork: () => true,
      after: () => () => undefined,
      send: ({ path, source }) =>
        new Promise((resolve, reject) => {
          sent.push({
            path,
            from: source.kind === 'copy' ? source.path : null,
            file: source.kind === 'file' ? source.file : null,
            arrive: async () => resolve(),
            refuse: async () => reject(new ApiError({ code: 'forbidden', status: 403 })),
          });
        }),
    }),
    read: async (file) =>
      file.name.endsWith('.svg')
        ? { ok: false, problem: 'svg' }
        : {
            ok: true,
            file,
            extension: 'png' satisfies ImageExtension,
            type: 'image/png',
            width: 40,
            height: 30,
            isSmaller: file.name.startsWith('photo'),
          },
    onMadeSmaller: (name, { width }) => madeSmaller.push(`${name} ${width}`),
    onRefused: (refusal, name) => refused.push(`${refusal} ${name}`.trim()),
    hostOf: (id) => {
      const host = hosts.get(id) ?? document.createElement('figure');
      hosts.set(id, host);
      return host;
    },
  };
  jana = openSeat('Jana', '#ce0d6e', { images: desk });
  petr = openSeat('Petr', '#0d6ece');
  connectSeats(jana, petr);
});

afterEach(() => {
  closeSeat(jana);
  closeSeat(petr);
});

const picture = (name = 'hory.png') => new File(['x'], name);
const shared = ({ doc }: Seat): string => doc.getXmlFragment(TEXT_ROOT).toJSON();
const previews = (): number => jana.editor.view.dom.querySelectorAll('figure').length;
const blocks = ({ editor }: Seat): string[] =>
  editor.state.doc.children.map(({ type, attrs, textContent }) =>
    type.name === 'image' ? String(attrs['src']) : textContent,
  );
const write = (html: string, caret: number): void => {
  jana.editor.commands.setContent(html);
  jana.editor.commands.setTextSelection(caret);
};

test('until it is stored, an image is a local preview, and the document has none of it', async () => {
  write('<p>jedna</p><p>dvě</p>', 3);
  const before = shared(jana);
  await addImages(jana.editor.view, desk, [picture()]);
  expect(previews()).toBe(1);
  expect(shared(jana)).toBe(before);
  expect(JSON.stringify(jana.editor.getJSON())).not.toMatch(/blob:|data:|image/);
  expect(petr.editor.view.dom.querySelectorAll('figure')).toHaveLength(0);
  await sent[0]!.arrive();
  expect(previews()).toBe(0);
  expect(blocks(petr)).toEqual(['jedna', sent[0]!.path, 'dvě']);
  expect(sent[0]!.path.startsWith(`${DOCUMENT}/`)).toBe(true);
});

test('it keeps its place during remote changes and moves no caret', async () => {
  write('<p>jedna</p><p>dvě</p>', 3);
  await addImages(jana.editor.view, desk, [picture()]);
  petr.editor.commands.insertContentAt(0, '<p>nula</p>');
  petr.editor.commands.insertContentAt(petr.editor.state.doc.content.size, '<p>tři</p>');
  jana.editor.commands.setTextSelection(2);
  await sent[0]!.arrive();
  expect(blocks(jana)).toEqual(['nula', 'jedna', sent[0]!.path, 'dvě', 'tři']);
  expect(jana.editor.state.selection.from).toBe(2);
});

test('several images keep their order, whichever is stored first', async () => {
  write('<p>jedna</p>', 3);
  await addImages(jana.editor.view, desk, ['a.png', 'b.png', 'c.png'].map(picture));
  expect(previews()).toBe(3);
  const [a, b, c] = sent;
  await c!.arrive();
  await a!.arrive();
  await b!.arrive();
  expect(blocks(petr).slice(0, 4)).toEqual(['jedna', a!.path, b!.path, c!.path]);
});

test('on an empty line it takes that line, with a new one below', async () => {
  await addImages(jana.editor.view, desk, [picture()]);
  await sent[0]!.arrive();
  expect(blocks(jana)).toEqual([sent[0]!.path, '']);
});

test('in a list it stays in its item', async () => {
  write('<ul><li><p>jedna</p></li><li><p>dvě</p></li></ul>', 5);
  await addImages(jana.editor.view, desk, [picture()]);
  await sent[0]!.arrive();
  expect(shared(petr)).toMatch(/<listitem><paragraph>jedna<\/paragraph><image [^>]*><\/image><\/listitem>/i);
});

test('undo removes the image and keeps the input around it', async () => {
  write('<p>jedna</p>', 6);
  await addImages(jana.editor.view, desk, [picture()]);
  jana.editor.commands.insertContent(' a půl');
  await sent[0]!.arrive();
  jana.editor.commands.undo();
  expect(blocks(jana)[0]).toBe('jedna a půl');
  expect(blocks(jana)).not.toContain(sent[0]!.path);
  jana.editor.commands.redo();
  expect(blocks(petr)).toContain(sent[0]!.path);
});

test('a cancelled upload leaves nothing behind', async () => {
  await addImages(jana.editor.view, desk, [picture()]);
  const before = shared(jana);
  cancelImage(jana.editor.view, desk, desk.uploads.list()[0]!.id);
  await sent[0]!.arrive();
  expect(previews()).toBe(0);
  expect(shared(jana)).toBe(before);
});

test('a refused upload stays and can be retried', async () => {
  await addImages(jana.editor.view, desk, [picture()]);
  await sent[0]!.refuse();
  expect(previews()).toBe(1);
  desk.uploads.retry(desk.uploads.list()[0]!.id);
  await sent[1]!.arrive();
  expect(blocks(petr)).toContain(sent[1]!.path);
  expect(sent[1]!.path).toBe(sent[0]!.path);
});

test('a file that is not an image is not sent; the others are', async () => {
  await addImages(jana.editor.view, desk, [picture('logo.svg'), picture()]);
  expect(refused).toEqual(['svg logo.svg']);
  expect(sent).toHaveLength(1);
  expect(previews()).toBe(1);
});

test.each([
  '"><img src=x onerror=alert(1)>.png',
  '../../../other/document.png',
  '\u202Egnp.exe',
  'a\u0000b.png',
])('a file named %j affects neither path nor text', async (name) => {
  await addImages(jana.editor.view, desk, [picture(name)]);
  await sent[0]!.arrive();
  expect(sent[0]!.path).toMatch(new RegExp(`^${DOCUMENT}/[0-9a-f-]{36}\\.png$`));
  expect(shared(petr)).toContain(sent[0]!.path);
  expect(shared(petr)).not.toMatch(/onerror|other|gnp|\0/);
  for (const { editor } of [jana, petr]) expect(editor.view.dom.querySelector('[onerror]')).toBeNull();
});

test('scaling down a photo is reported, other uploads are not', async () => {
  await addImages(jana.editor.view, desk, [picture('photo.jpg'), picture()]);
  expect(madeSmaller).toEqual(['photo.jpg 40']);
});

test('a user who lost write access inserts nothing', async () => {
  await addImages(jana.editor.view, desk, [picture()]);
  jana.editor.setEditable(false);
  const before = shared(jana);
  await sent[0]!.arrive();
  expect(shared(jana)).toBe(before);
  expect(desk.uploads.list()[0]?.state).toEqual({ kind: 'failed', code: 'forbidden' });
});

interface Brought {
  readonly files?: File[];
  readonly html?: string;
  readonly rtf?: string;
}

function bring(kind: 'paste' | 'drop', { files = [], html = '', rtf = '' }: Brought): void {
  const texts: Readonly<Record<string, string>> = { 'text/html': html, 'text/rtf': rtf };
  const data = { files, getData: (type: string) => texts[type] ?? '' };
  const event = new Event(kind, { bubbles: true, cancelable: true });
  jana.editor.view.dom.dispatchEvent(Object.assign(event, { clipboardData: data, dataTransfer: data }));
}

const paste = (data: Brought): void => bring('paste', data);

/** Jsdom has no layout: the pointer is mocked to be at this position. */
function drop(data: Brought, pos: number): void {
  vi.spyOn(jana.editor.view, 'posAtCoords').mockReturnValue({ pos, inside: -1 });
  bring('drop', data);
}

/** Files are read before they are sent. */
const looked = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('a pasted image is sent, even with HTML of its page', async () => {
  paste({ files: [picture()], html: '<meta><img src="https://site.example/a.png">' });
  await looked();
  expect(sent).toHaveLength(1);
  expect(refused).toEqual([]);
});

test('a dropped image is sent and inserted at the drop, not at the caret', async () => {
  write('<p>jedna</p><p>dvě</p><p>tři</p>', 2);
  drop({ files: [picture()] }, 11);
  await looked();
  expect(previews()).toBe(1);
  await sent[0]!.arrive();
  expect(blocks(petr)).toEqual(['jedna', 'dvě', sent[0]!.path, 'tři']);
});

test('a viewer cannot drop images', async () => {
  jana.editor.setEditable(false);
  drop({ files: [picture()] }, 1);
  await looked();
  expect(sent).toEqual([]);
});

test('text wins over the picture of it that office programs add', async () => {
  paste({ files: [picture()], html: '<p>Slova</p>' });
  await looked();
  expect(sent).toHaveLength(0);
  expect(blocks(jana)).toEqual(['Slova']);
});

test.each([
  'https://tracker.example/pixel.gif',
  'data:image/png;base64,A',
  'data:text/html,x',
  'file:///C:/clip.png',
  'blob:https://site.example/1',
])('an image at %s is refused with a notice', (src) => {
  paste({ html: `<p>Slova</p><img src="${src}">` });
  expect(refused).toEqual(['foreign']);
  expect(blocks(jana)).toEqual(['Slova']);
});

describe('pictures that a text brings along', () => {
  const inFile = (name: string) => new File([name], name, { type: 'image/png' });
  const DATA = `data:image/png;base64,${btoa('one picture')}`;
  const hex = (text: string): string => Buffer.from(text).toString('hex');
  const rtfPicture = (text: string): string =>
    `{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn a}}}\\picw40\\pngblip\\bliptag1{\\*\\blipuid ab12}\n${hex(text)}}}`;
  const copyOf = (text: string): string => `{\\nonshppict{\\pict\\wmetafile8 ${hex(text)}}}`;

  const texts = (): Promise<string[]> =>
    Promise.all(sent.map(async ({ file }) => (file === null ? '' : await file.text())));
  async function arriveAll(): Promise<void> {
    for (const one of sent) await one.arrive();
  }

  test('keep their description', async () => {
    paste({ html: `<p>před</p><p><img alt="Graf prodejů" src="${DATA}"></p>` });
    await looked();
    await arriveAll();
    expect(shared(petr)).toMatch(/alt="Graf prodejů"/);
  });

  test.each([
    ['in a data: address', { html: `<p>před</p><p><img src="${DATA}"></p><p>za</p>` }, ['one picture']],
    [
      'on the clipboard',
      {
        html: '<p>před</p><p><img src="file:///C:/a/image001.png" width="40"></p><p>za</p>',
        files: [inFile('a')],
      },
      ['a'],
    ],
    [
      'in the RTF',
      {
        html: '<p>před</p><p><img src="file:///C:/a/image001.png"></p><p>za</p>',
        rtf: `{\\rtf1 text ${rtfPicture('a longer picture')}${copyOf('a longer picture')} text}`,
      },
      ['a longer picture'],
    ],
  ])('%s are uploaded and stand at their places', async (_where, data, contents) => {
    paste(data);
    await looked();
    expect(previews()).toBe(1);
    expect(await texts()).toEqual(contents);
    await arriveAll();
    expect(refused).toEqual([]);
    expect(blocks(petr)).toEqual(['před', sent[0]!.path, 'za']);
    expect(sent[0]!.path.startsWith(DOCUMENT)).toBe(true);
  });

  test('keep their order, also of several kinds', async () => {
    const html = `<p>1</p><img src="file:///a.png"><p>2</p><img src="${DATA}"><p>3</p><img src="file:///b.png">`;
    paste({ html, files: [inFile('a'), inFile('b')] });
    await looked();
    expect(await texts()).toEqual(['a', 'one picture', 'b']);
    await arriveAll();
    const [a, one, b] = sent.map(({ path }) => path);
    expect(blocks(petr)).toEqual(['1', a, '2', one, '3', b, '']);
  });

  test('that are not all there are left out with one notice', async () => {
    paste({ html: '<p>1</p><img src="file:///a.png"><img src="file:///b.png">', files: [inFile('a')] });
    await looked();
    expect(sent).toEqual([]);
    expect(refused).toEqual(['foreign']);
    expect(blocks(jana)).toEqual(['1']);
  });

  test('are dropped with a text too', async () => {
    write('<p>jedna</p><p>dvě</p>', 2);
    drop({ html: `<p>x</p><img src="${DATA}">` }, 7);
    await looked();
    expect(sent).toHaveLength(1);
    expect(refused).toEqual([]);
  });

  test('do not come back with the next paste', async () => {
    paste({ html: `<p>1</p><img src="${DATA}">`, files: [] });
    paste({ html: '<p>2</p><img src="file:///a.png">' });
    await looked();
    expect(sent).toHaveLength(1);
    expect(refused).toEqual(['foreign']);
  });
});

test.each([
  ['an emoji', '<img class="emoji" alt="😀" src="https://site.example/1f600.svg">', 'Slova😀'],
  ['a tracking pixel', '<img src="https://tracker.example/p.gif" width="1" height="1">', 'Slova'],
  ['a hidden image', '<img src="https://site.example/a.png" style="display: none">', 'Slova'],
  [
    'the check mark of a task',
    '<ul><li role="checkbox"><img alt="checked" src="data:,"><p>x</p></li></ul>',
    'Slova',
  ],
])('%s is not refused as an image', (_what, html, text) => {
  paste({ html: `<p>Slova${html}</p>` });
  expect(refused).toEqual([]);
  expect(blocks(jana)[0]).toBe(text);
});

const OWN_IMAGE = OTHER_IMAGE.replace(/^[^/]+/, DOCUMENT);

test('an image of this document can be copied within it, and shares its file', () => {
  paste({ html: `<p>Slova</p><img data-src="${OWN_IMAGE}"><img data-src="${OWN_IMAGE}">` });
  expect(sent).toEqual([]);
  expect(blocks(petr).filter((block) => block.endsWith('.png'))).toEqual([OWN_IMAGE, OWN_IMAGE]);
});

describe('an image of another document', () => {
  const image = `<img data-src="${OTHER_IMAGE}" alt="Hory" data-width="50" width="40" height="30">`;

  test('is copied here, and is not sent to peers until then', async () => {
    let updates = '';
    jana.doc.on('update', () => (updates += shared(jana)));
    write('<p>jedna</p><p>dvě</p>', 3);
    jana.editor.commands.setTextSelection(6);
    paste({ html: `<p>před</p>${image}<p>po</p>` });
    expect(updates).not.toMatch(/image|copy:/);
    expect(previews()).toBe(1);
    expect(sent.map(({ from }) => from)).toEqual([OTHER_IMAGE]);
    await sent[0]!.arrive();
    const { path } = sent[0]!;
    expect(path.startsWith(`${DOCUMENT}/`)).toBe(true);
    expect(path.endsWith('.png')).toBe(true);
    expect(blocks(petr)).toEqual(['jednapřed', path, 'po', 'dvě']);
    expect(shared(petr)).toMatch(/alt="Hory"/);
    expect(shared(petr)).toMatch(/width="50"/);
    expect(previews()).toBe(0);
  });

  test('is left out with a notice when its document is not accessible', async () => {
    paste({ html: `<p>Slova</p>${image}` });
    await sent[0]!.refuse();
    expect(refused).toEqual(['other-document']);
    expect(previews()).toBe(0);
    expect(desk.uploads.list()).toEqual([]);
    expect(shared(petr)).not.toMatch(/image/);
    expect(blocks(petr)).toContain('Slova');
  });

  test('alone on a line, stays on that line', async () => {
    paste({ html: image });
    await sent[0]!.arrive();
    expect(blocks(petr)).toEqual([sent[0]!.path, '']);
  });

  test('alone in a cell, leaves the cell intact', async () => {
    paste({ html: `<table><tr><td>${image}</td><td>b</td></tr></table>` });
    expect(() => jana.editor.state.doc.check()).not.toThrow();
    await sent[0]!.arrive();
    expect(shared(petr)).toMatch(new RegExp(`<tablecell[^>]*><image[^>]*${sent[0]!.path}`, 'i'));
  });

  test('several keep their order', async () => {
    paste({ html: `<p>a</p>${image}<p>b</p>${image}<p>c</p>` });
    await sent[1]!.arrive();
    await sent[0]!.arrive();
    expect(blocks(petr).slice(0, 5)).toEqual(['a', sent[0]!.path, 'b', sent[1]!.path, 'c']);
  });
});
