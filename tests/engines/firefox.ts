/** Firefox, which implements WebDriver BiDi itself. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { connectBidi, type Bidi } from './bidi.ts';
import type { BrowserWindow, OpenWindow } from './browser-window.ts';
import { startProgram } from './start-program.ts';

const sessionSchema = z.object({ capabilities: z.object({ browserVersion: z.string() }) });
const tabSchema = z.object({ context: z.string() });
const nodesSchema = z.object({ nodes: z.tuple([z.object({ sharedId: z.string() })]) });
const imageSchema = z.object({ data: z.string() });
const rootSchema = z.object({ contexts: z.tuple([z.object({ context: z.string() })]).rest(z.unknown()) });
const resultSchema = z.union([
  z.object({
    type: z.literal('success'),
    result: z.object({ type: z.literal('string'), value: z.string() }),
  }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
]);

/** As a dead key: an accent first, then the character. BiDi has no command for it, but Firefox's own tests do it so. */
const COMPOSE = `(character) => {
  const processor = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor);
  if (!processor.beginInputTransaction(window, () => true)) throw new Error('no input method');
  for (const text of ['\u02c7', character]) {
    processor.setPendingCompositionString(text);
    processor.appendClauseToPendingComposition(text.length, processor.ATTR_RAW_CLAUSE);
    processor.setCaretInPendingComposition(text.length);
    processor.flushPendingComposition();
  }
  window.inputProcessor = processor;
  return '';
}`;
const COMMIT = `() => {
  window.inputProcessor.commitComposition();
  return '';
}`;

export const openFirefox: OpenWindow = async () => {
  const profile = mkdtempSync(join(tmpdir(), 'spolu-firefox-'));
  const command = process.env['SPOLU_FIREFOX'] ?? 'firefox-esr';
  const options = [
    '--headless',
    '--no-remote',
    '--remote-debugging-port',
    '0',
    '--remote-allow-system-access',
  ];
  const program = await startProgram(
    command,
    [...options, '--profile', profile],
    /WebDriver BiDi listening on (ws:\S+)/,
  );
  const bidi = await connectBidi(`${program.found}/session`);
  const { capabilities } = sessionSchema.parse(await bidi.send('session.new', { capabilities: {} }));
  // The tab that Firefox starts with shows a page of its own and keeps the focus in the address bar.
  const tab = tabSchema.parse(await bidi.send('browsingContext.create', { type: 'tab' }));
  // The window of the browser, which has more rights than a page.
  const root = rootSchema.parse(await bidi.send('browsingContext.getTree', { 'moz:scope': 'chrome' }));
  const window = root.contexts[0].context;
  return {
    ...controlTab(bidi, tab.context),
    version: `Firefox ${capabilities.browserVersion}`,
    compose: async (character, meanwhile) => {
      await runIn(bidi, window, COMPOSE, character);
      await meanwhile();
      await runIn(bidi, window, COMMIT, '');
    },
    close: async () => {
      bidi.close();
      await program.stop();
      rmSync(profile, { recursive: true, force: true });
    },
  };
};

function controlTab(bidi: Bidi, context: string): Omit<BrowserWindow, 'version' | 'compose' | 'close'> {
  const send = (method: string, params: object): Promise<unknown> =>
    bidi.send(method, { context, ...params });
  return {
    open: async (url) => void (await send('browsingContext.navigate', { url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { wait: 'complete' })),
    run: (source, argument) => runIn(bidi, context, source, argument),
    act: async (actions) => void (await send('input.performActions', { actions })),
    chooseFile: async (selector, path) => {
      const found = await send('browsingContext.locateNodes', { locator: { type: 'css', value: selector } });
      const [{ sharedId }] = nodesSchema.parse(found).nodes;
      await send('input.setFiles', { element: { sharedId }, files: [path] });
    },
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { viewport: { width, height } })),
    screenshot: async () => {
      const { data } = imageSchema.parse(await send('browsingContext.captureScreenshot', {}));
      return Buffer.from(data, 'base64');
    },
  };
}

async function runIn(bidi: Bidi, context: string, source: string, argument: string): Promise<string> {
  const reply = await bidi.send('script.callFunction', {
    target: { context },
    functionDeclaration: source,
    arguments: [{ type: 'string', value: argument }],
    awaitPromise: true,
  });
  const outcome = resultSchema.parse(reply);
  if (outcome.type === 'exception') throw new Error(outcome.exceptionDetails.text);
  return outcome.result.value;
}
