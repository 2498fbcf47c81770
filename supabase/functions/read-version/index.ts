import { decodeFrame, encodeFrame } from '../_shared/contract/frame.ts';
import { readVersionHeader, readVersionRequest } from '../_shared/contract/requests.ts';
import { mayWrite, roleSchema } from '../_shared/contract/roles.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { actor } from '../_shared/server/caller.ts';
import { mergeForReader } from '../_shared/server/reader-state.ts';
import { z } from 'zod';

const loadedHeader = z.object({ ...readVersionHeader.shape, role: roleSchema });

Deno.serve(
  defineFunction({
    request: readVersionRequest,
    body: 'json',
    maxBytes: 4096,
    handle: async ({ caller, database, header: { documentId, versionId } }) => {
      const args = { ...actor(caller), p_document: documentId, p_version: versionId };
      const bytes = await database.callBytes('read_version', args);
      const frame = decodeFrame(bytes);
      const { role, ...header } = loadedHeader.parse(frame?.header);
      return mayWrite(role) ? bytes : encodeFrame(header, [mergeForReader(frame?.parts ?? [])]);
    },
  }),
);
