import { eraseReply, eraseRequest } from '../_shared/contract/erasing/erase-request.ts';
import { defineFunction, type Call } from '../_shared/server/define-function.ts';
import { beginErasure, eraseNext } from '../_shared/server/erase-text.ts';
import { removeUnusedImages } from '../_shared/server/remove-unused-images.ts';
import { runLater } from '../_shared/server/run-later.ts';
import type { z } from 'zod';

/** Each range takes three numbers. */
const MAX_BODY_BYTES = 512 * 1024;
const MAX_BODY_VALUES = 25_000;

Deno.serve(
  defineFunction({
    request: eraseRequest,
    body: 'json',
    maxBytes: MAX_BODY_BYTES,
    maxValues: MAX_BODY_VALUES,
    handle: async (call) => eraseReply.parse(await erase(call)),
  }),
);

async function erase({ caller, database, storage, header }: Call<z.infer<typeof eraseRequest>>) {
  const { at, ...erasure } = header;
  if (!at) return beginErasure(database, caller, erasure);
  const reply = await eraseNext(database, caller, erasure, at);
  if (reply.next === null)
    runLater('removing erased images', removeUnusedImages(database, storage, erasure.documentId));
  return reply;
}
