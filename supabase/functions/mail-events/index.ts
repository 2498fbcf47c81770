import { defineHook } from '../_shared/server/define-hook.ts';
import { noteMailEvent } from '../_shared/server/mails/note-mail-event.ts';

/** Postmark sends the bounced mail along if it is set to. */
const MAX_BYTES = 1024 * 1024;

Deno.serve(defineHook({ methods: ['POST'], maxBytes: MAX_BYTES, handle: noteMailEvent }));
