/** A provider reports that a mail bounced or that its recipient complained. */
import { z } from 'zod';
import { parseJson } from '../../contract/parse-json.ts';
import type { HookCall } from '../define-hook.ts';
import { Refusal } from '../refusal.ts';
import { readPostmarkEvent, readResendEvent } from './mail-events.ts';
import { isLogin, isSignedBySvix } from './webhook-proofs.ts';

export async function noteMailEvent({ request, body, database, env }: HookCall): Promise<Response> {
  const { MAIL_EVENTS_SECRET: secret, MAIL_EVENTS_LOGIN: login } = env;
  const bySvix = secret !== undefined && (await isSignedBySvix(request.headers, body, secret, Date.now()));
  const byLogin = !bySvix && login !== undefined && (await isLogin(request.headers, login));
  if (!bySvix && !byLogin) throw new Refusal('unauthenticated', 'needs the signature of the mail provider');
  const event = parseJson(body);
  if (event === undefined) throw new Refusal('bad_request', 'not JSON');
  const bounce = bySvix ? readResendEvent(event) : readPostmarkEvent(event);
  if (bounce !== null)
    await database.call('note_bounce', { p_address: bounce.address, p_reason: bounce.reason }, z.unknown());
  return Response.json({});
}
