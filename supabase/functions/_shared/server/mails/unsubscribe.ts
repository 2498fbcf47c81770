/**
 * The address in `List-Unsubscribe`. A mail program posts to it, without asking its user again, and that stops the mails (RFC
 * 8058). A person or a scanner that follows it as a link gets to the app's page, and nothing is changed.
 */
import { z } from 'zod';
import type { HookCall } from '../define-hook.ts';
import { Refusal } from '../refusal.ts';

const TOKEN = /^[\w-]{67}$/;
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

export async function unsubscribe({ request, url, body, database, env }: HookCall): Promise<Response> {
  const token = url.searchParams.get('t') ?? '';
  if (request.method !== 'POST') return leadToApp(token, env.APP_URL);
  if (!(await isOneClick(request, body))) throw new Refusal('bad_request', 'List-Unsubscribe=One-Click only');
  if (!TOKEN.test(token)) throw new Refusal('not_found', 'token');
  await database.call('unsubscribe', { p_token: token, p_undo: false }, z.unknown());
  return Response.json({}, { headers: PRIVATE });
}

/** A hosted function cannot show a page: HTML leaves it as plain text. */
function leadToApp(token: string, appUrl: string | undefined): Response {
  if (appUrl === undefined) throw new Refusal('unavailable', 'APP_URL is not set');
  const page = `${appUrl.replace(/\/+$/, '')}/unsubscribe`;
  // With a damaged token too: the page has a text for it.
  const location = TOKEN.test(token) ? `${page}#${token}` : page;
  return new Response(null, { status: 303, headers: { ...PRIVATE, location } });
}

/** The form comes in either of the two encodings. */
async function isOneClick({ headers }: Request, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const form = new Response(body, { headers: { 'content-type': headers.get('content-type') ?? '' } });
  try {
    return (await form.formData()).get('List-Unsubscribe') === 'One-Click';
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
