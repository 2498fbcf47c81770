/** Reads a document's text from the server, outside of any browser. */
import { expect, type Page } from '@playwright/test';
import * as Y from 'yjs';
import { z } from 'zod';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { decodeFrame } from '#contract/frame.ts';
import { plainText } from '#contract/text/plain-text.ts';

/** Returns the text in the log; retries while the server restarts. */
export type ReadText = () => Promise<string>;

const keysSchema = z.object({ publishableKey: z.string() });
const signInSchema = z.object({ access_token: z.string() });

/** For the document and user of the page. `url` is the server's, even if the page uses a proxy. */
export async function readServerText(page: Page, url: string): Promise<ReadText> {
  const documentId = new URL(page.url()).pathname.split('/').at(-1);
  const found = await page.evaluate(() => ({
    config: document.getElementById('supabase-config')?.textContent ?? '',
    signIn: Object.entries(localStorage).find(([name]) => /^sb-.*-auth-token$/.test(name))?.[1] ?? '',
  }));
  const { publishableKey } = keysSchema.parse(JSON.parse(found.config));
  const { access_token: token } = signInSchema.parse(JSON.parse(found.signIn));

  async function load(): Promise<string> {
    const reply = await fetch(`${url}/functions/v1/load-document`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ documentId, after: null }),
    });
    const frame = reply.ok ? decodeFrame(new Uint8Array(await reply.arrayBuffer())) : null;
    if (frame === null) throw new Error(`the server replied with ${reply.status}`);
    const doc = new Y.Doc();
    for (const part of frame.parts) Y.applyUpdate(doc, part);
    return plainText(doc.getXmlFragment(TEXT_ROOT));
  }

  return async () => {
    let text = '';
    await expect(async () => {
      text = await load();
    }).toPass({ intervals: [100], timeout: 30_000 });
    return text;
  };
}
