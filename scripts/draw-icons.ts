/** Draws the icons of the installed app from `public/favicon.svg`: `npx tsx scripts/draw-icons.ts`. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const PUBLIC = join(import.meta.dirname, '../public');
const svg = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8');
/** Without the rounded corner: the system cuts the shape, and may cut a tenth of each side. */
const filled = svg.replace(' rx="8"', '').replace('viewBox="0 0 32 32"', 'viewBox="-3 -3 38 38"');
const ICONS = [
  ['192', 192, svg],
  ['512', 512, svg],
  ['maskable-512', 512, filled],
  ['apple-touch', 180, filled],
] as const;

mkdirSync(join(PUBLIC, 'icons'), { recursive: true });
const executablePath = process.env['SPOLU_CHROMIUM'] || '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage();
for (const [name, size, drawn] of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  const background = drawn === filled ? '#1c1c1a' : 'transparent';
  const style = `style="display: block; width: ${size}px"`;
  await page.setContent(
    `<body style="margin: 0; background: ${background}">${drawn.replace('<svg', `<svg ${style}`)}`,
  );
  await page.screenshot({ path: join(PUBLIC, 'icons', `${name}.png`), omitBackground: true });
}
await browser.close();
