// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPicture } from '../../../../../src/app/editor/schema/image.ts';
import { StoredPicture } from '../../../../../src/app/editor/images/stored-picture.tsx';
import { cleanup, renderApp } from '../../../../support/render-app.tsx';

const PATH = '0b6f7a52-30d5-4a0c-9a55-8f7f6a3c1d10/a1b2c3d4-0000-4000-8000-0123456789ab.png';

vi.mock('../../../../../src/app/data/supabase.ts', () => ({
  getConfig: () => ({ supabaseUrl: 'https://api.test', publishableKey: 'pk' }),
  tokenFetch: (...request: Parameters<typeof fetch>) => fetch(...request),
}));
vi.mock('../../../../../src/app/data/session.ts', () => ({ getAccessToken: async () => 'token' }));

const load = vi.fn<typeof fetch>();
let made = 0;
const revoked: string[] = [];

beforeEach(() => {
  made = 0;
  revoked.length = 0;
  load.mockReset().mockImplementation(async () => new Response('pixels'));
  vi.stubGlobal('fetch', load);
  URL.createObjectURL = () => `blob:${(made += 1)}`;
  URL.revokeObjectURL = (url) => void revoked.push(url);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (attributes: Record<string, unknown>) =>
  renderApp(<StoredPicture picture={readPicture({ src: PATH, ...attributes })} />);

const shown = async () => {
  const image = await screen.findByRole<HTMLImageElement>('img', { name: 'Hory' });
  await vi.waitFor(() => expect(image.src).toMatch(/^blob:/));
  return image;
};

test("the image loads with the reader's token, into its reserved space", async () => {
  const { container } = show({ alt: 'Hory', width: 50, pixelWidth: 800, pixelHeight: 600 });
  const room = container.querySelector<HTMLElement>('.picture');
  expect(room?.style.width).toBe('50%');
  expect(room?.style.aspectRatio).toBe('800 / 600');
  expect(room?.getAttribute('aria-busy')).toBe('true');
  const image = await shown();
  const [url, request] = load.mock.lastCall ?? [];
  expect(url).toBe(`https://api.test/storage/v1/object/authenticated/document-images/${PATH}`);
  expect(request?.headers).toMatchObject({ Authorization: 'Bearer token' });
  fireEvent.load(image);
  expect(room?.getAttribute('aria-busy')).toBe('false');
  cleanup();
  expect(revoked).toEqual([image.src]);
});

test('a broken image is replaced by text and can be reloaded', async () => {
  show({ alt: 'Hory' });
  fireEvent.error(await shown());
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText('The image couldn’t be loaded.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await shown()).src).toBe('blob:2');
  expect(load).toHaveBeenCalledTimes(2);
});

test('an image with too many pixels is never drawn', async () => {
  show({ alt: 'Hory', pixelWidth: 30, pixelHeight: 20 });
  const image = await shown();
  Object.defineProperties(image, { naturalWidth: { value: 30_000 }, naturalHeight: { value: 30_000 } });
  fireEvent.load(image);
  expect(screen.getByText('The image has too many pixels to be displayed.')).toBeTruthy();
  expect(document.querySelector('img')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('without access there is text instead of a broken image', async () => {
  load.mockResolvedValue(Response.json({ statusCode: '404', error: 'not_found' }, { status: 400 }));
  show({});
  expect(await screen.findByText('The image couldn’t be loaded.')).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
});

test.each(['https://evil.example/pixel.gif', 'blob:https://spolu.example/1', null])(
  'an invalid path from a peer is never loaded: %s',
  (src) => {
    show({ src });
    expect(screen.queryByRole('img')).toBeNull();
    expect(load).not.toHaveBeenCalled();
  },
);

test('a decorative image has no accessible name; one without a description has a note', async () => {
  const { container } = show({ alt: '' });
  await vi.waitFor(() => expect(container.querySelector('img')?.alt).toBe(''));
  cleanup();
  show({ alt: null });
  expect(await screen.findByRole('img', { name: 'Image without alt text' })).toBeTruthy();
});

test.each([
  [{ width: 500, pixelWidth: -1, pixelHeight: 4 }],
  [{ width: '50%; position: fixed', pixelWidth: '1', pixelHeight: {} }],
])('hostile sizes are ignored: %j', (sizes) => {
  const { widthPercent, pixels } = readPicture({ src: PATH, ...sizes });
  expect([widthPercent, pixels]).toEqual([null, null]);
});
