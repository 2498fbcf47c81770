import { TEXT_ROOT } from '../_shared/contract/document-schema.ts';
import { hashText } from '../_shared/contract/proof/canonical-text.ts';
import {
  describedHistory,
  signHistoryRequest,
  TEXT_VERSION,
  type AnyHistoryClaims,
} from '../_shared/contract/proof/proof-file.ts';
import { readBlocks, textOfBlocks } from '../_shared/contract/proof/read-blocks.ts';
import { actor } from '../_shared/server/caller.ts';
import type { Database } from '../_shared/server/database.ts';
import { defineFunction } from '../_shared/server/define-function.ts';
import { readEnv } from '../_shared/server/env.ts';
import { readHistoryKey } from '../_shared/server/history-key.ts';
import { readState } from '../_shared/server/read-state.ts';
import { openAuthority } from '../_shared/server/time-stamp.ts';

const stamp = openAuthority(readEnv());

Deno.serve(
  defineFunction({
    request: signHistoryRequest,
    body: 'json',
    maxBytes: 4096,
    handle: async ({ caller, database, header: { documentId, until, version } }) => {
      const key = await readHistoryKey(readEnv());
      const about = { ...actor(caller), p_document: documentId };
      const { requestedBy, ...log } = await database.call(
        'describe_history',
        { ...about, p_until: until ?? null },
        describedHistory,
      );
      if (key === null) return { signed: null };
      const claims: AnyHistoryClaims =
        version === undefined
          ? log
          : {
              ...log,
              version: TEXT_VERSION,
              text: { sha256: await hashStored(database, { ...about, p_seq: log.until }) },
              requestedBy,
            };
      const at = new Date();
      const statement = await key.sign(claims, at);
      return {
        signed: {
          statement,
          keyId: key.id,
          keyFrom: key.from,
          signedAt: at.getTime(),
          claims,
          ...(stamp === null || version === undefined ? {} : { timeStamp: await stamp(statement) }),
        },
      };
    },
  }),
);

/** The hash of the text as the database has it, not as a page shows it. */
async function hashStored(database: Database, args: Readonly<Record<string, unknown>>): Promise<string> {
  const doc = await readState(database, 'read_state', args);
  const blocks = readBlocks(doc.getXmlFragment(TEXT_ROOT), () => ({ author: null, marks: {} }));
  doc.destroy();
  return hashText(textOfBlocks(blocks));
}
