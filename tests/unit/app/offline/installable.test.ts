/** A list of our own: everything that a browser needs to install the app. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const PUBLIC = join(import.meta.dirname, '../../../../public');
const html = readFileSync(join(PUBLIC, '../index.html'), 'utf8');
const icon = z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() });
const manifest = z
  .object({
    id: z.literal('/'),
    name: z.literal('Spolu'),
    short_name: z.string().max(12),
    start_url: z.literal('/documents'),
    scope: z.literal('/'),
    display: z.literal('standalone'),
    background_color: z.string(),
    theme_color: z.string(),
    categories: z.array(z.string()),
    icons: z.array(icon),
  })
  .strict()
  .parse(JSON.parse(readFileSync(join(PUBLIC, 'manifest.webmanifest'), 'utf8')));

/** Width and height of a PNG, from its first chunk. */
function sizeOf(file: string): string {
  const bytes = readFileSync(join(PUBLIC, file));
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('the page names the manifest and an icon for iOS', () => {
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
  expect(html).toContain('<link rel="apple-touch-icon" href="/icons/apple-touch.png" />');
  expect(sizeOf('icons/apple-touch.png')).toBe('180x180');
});

test('every icon is there in its size, also one that a system may cut', () => {
  const drawn = manifest.icons.filter(({ type }) => type === 'image/png');
  expect(drawn.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 512x512',
  ]);
  for (const { src, sizes } of drawn) expect(sizeOf(src)).toBe(sizes);
});

test('the colors are those of the page', () => {
  expect(html).toContain(
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${manifest.theme_color}" />`,
  );
  expect(manifest.background_color).toBe(manifest.theme_color);
});

test('the manifest has no words of one language', () => {
  expect(Object.keys(manifest)).not.toContain('description');
});
