import { defineHook } from '../_shared/server/define-hook.ts';
import { unsubscribe } from '../_shared/server/mails/unsubscribe.ts';

/** A form with one field. */
const MAX_BYTES = 4096;

Deno.serve(defineHook({ methods: ['GET', 'HEAD', 'POST'], maxBytes: MAX_BYTES, handle: unsubscribe }));
