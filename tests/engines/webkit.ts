/** WebKitGTK by its WebDriver (https://w3c.github.io/webdriver): commands and their results over HTTP. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { findFreePort } from '../support/start-spolu.ts';
import type { BrowserWindow, OpenWindow } from './browser-window.ts';
import { chord, typing } from './keys.ts';
import { startProgram } from './start-program.ts';

const replySchema = z.object({ value: z.unknown() });
const problemSchema = z.object({ error: z.string(), message: z.string() });
const sessionSchema = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string() }),
});
/** The key is the specification's own. */
const elementSchema = z
  .object({ 'element-6066-11e4-a52e-4f735466cecf': z.string() })
  .transform((element) => element['element-6066-11e4-a52e-4f735466cecf']);
/** Without it the browser's toolbar keeps its window wider than a phone. */
const NARROW_TOOLBAR = '* { min-width: 0; margin: 0; padding: 0; border: 0 }';

export const openWebkit: OpenWindow = async () => {
  const settings = mkdtempSync(join(tmpdir(), 'spolu-webkit-'));
  mkdirSync(join(settings, 'gtk-3.0'));
  writeFileSync(join(settings, 'gtk-3.0/gtk.css'), NARROW_TOOLBAR);
  // A display for each browser, so that each has the focus and a clipboard of its own.
  const screen = ['-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const display = await startProgram('Xvfb', ['-displayfd', '1', ...screen], /^(\d+)\n/m);
  const port = await findFreePort();
  const driver = await startProgram('WebKitWebDriver', [`--port=${port}`], null, {
    DISPLAY: `:${display.found}`,
    XDG_CONFIG_HOME: settings,
  });
  const root = `http://127.0.0.1:${port}`;
  await waitUntilReady(root);
  const { sessionId, capabilities } = sessionSchema.parse(
    await send('POST', `${root}/session`, { capabilities: {} }),
  );
  const session = `${root}/session/${sessionId}`;
  return {
    ...controlSession(session),
    version: `WebKitGTK ${capabilities.browserVersion}`,
    close: async () => {
      await send('DELETE', session);
      await driver.stop();
      await display.stop();
      rmSync(settings, { recursive: true, force: true });
    },
  };
};

function controlSession(session: string): Omit<BrowserWindow, 'version' | 'close'> {
  const post = (path: string, body: object): Promise<unknown> => send('POST', `${session}${path}`, body);
  return {
    open: async (url) => void (await post('/url', { url })),
    reload: async () => void (await post('/refresh', {})),
    run: async (source, argument) => {
      const script = `return (${source})(arguments[0])`;
      return z.string().parse(await post('/execute/sync', { script, args: [argument] }));
    },
    act: async (actions) => void (await post('/actions', { actions })),
    compose: async (character, meanwhile) => {
      // The input method of GTK: the code point after Control+Shift+U, and a space.
      await post('/actions', { actions: [chord('Control+Shift+u')] });
      await post('/actions', { actions: [typing(character.codePointAt(0)?.toString(16) ?? '')] });
      await meanwhile();
      await post('/actions', { actions: [typing(' ')] });
    },
    chooseFile: async (selector, path) => {
      const element = elementSchema.parse(await post('/element', { using: 'css selector', value: selector }));
      await post(`/element/${element}/value`, { text: path });
    },
    resize: async (width, height) => void (await post('/window/rect', { width, height })),
    screenshot: async () => {
      const image = z.string().parse(await send('GET', `${session}/screenshot`));
      return Buffer.from(image, 'base64');
    },
  };
}

async function send(method: string, url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = replySchema.parse(await answer.json());
  if (answer.ok) return value;
  const { error, message } = problemSchema.parse(value);
  throw new Error(`${error}: ${message}`);
}

/** The driver prints nothing when it is ready. */
async function waitUntilReady(root: string): Promise<void> {
  const until = Date.now() + 20_000;
  for (;;) {
    const problem = await send('GET', `${root}/status`).then(
      () => null,
      (error: unknown) => error,
    );
    if (problem === null) return;
    if (Date.now() > until) throw problem;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
