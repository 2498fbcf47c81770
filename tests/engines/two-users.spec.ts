import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { test } from '@playwright/test';
import { z } from 'zod';
import { openLine } from '../e2e/open-line.ts';
import { plainPng } from '../e2e/picture.ts';
import { openFirefox } from './firefox.ts';
import { playTwoUsers, SOURCE } from './two-users.ts';
import { User } from './user.ts';
import { openWebkit } from './webkit.ts';

let site: Server;
test.beforeAll(async () => {
  site = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(SOURCE));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => site.close());

const ENGINES = { Firefox: openFirefox, WebKit: openWebkit };
/** Longer than transitions and the loading of a part. */
const SETTLED_MS = 700;
const SIZES = [
  [390, 844],
  [1280, 900],
] as const;

for (const [engine, openWindow] of Object.entries(ENGINES)) {
  test(`two users write a document in ${engine}, from sign-up to sign-out`, async ({}, info) => {
    const line = await openLine(z.url().parse(process.env['SPOLU_URL']));
    const windows = await Promise.all([openWindow(), openWindow()]);
    try {
      info.annotations.push({ type: 'version', description: windows[0].version });
      for (const window of windows) await window.resize(1280, 900);
      const picture = info.outputPath('picture.png');
      writeFileSync(picture, plainPng(640));
      const takePicture = async (user: User, name: string): Promise<void> => {
        for (const [width, height] of SIZES) {
          await user.window.resize(width, height);
          await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
          writeFileSync(info.outputPath(`${name} ${width}.png`), await user.window.screenshot());
        }
      };
      const url = z.url().parse(process.env['SPOLU_URL']);
      const [ann, bob] = [new User(windows[0], line.url, 'en-US'), new User(windows[1], url, 'cs')];
      const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
      await playTwoUsers({ ann, bob, line, site: siteUrl, picture, takePicture });
    } catch (error) {
      for (const [at, window] of windows.entries())
        writeFileSync(info.outputPath(`failed ${at}.png`), await window.screenshot());
      throw error;
    } finally {
      await Promise.all(windows.map((window) => window.close()));
      await line.close();
    }
  });
}
