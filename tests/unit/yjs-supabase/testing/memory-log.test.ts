import { hostClock } from '../../../../src/yjs-supabase/src/ports/clock.ts';
import { describeDocumentLogContract } from '../../../../src/yjs-supabase/src/testing/document-log-contract.ts';
import { createMemoryLog } from '../../../../src/yjs-supabase/src/testing/memory-log.ts';

describeDocumentLogContract('memory', () => {
  const log = createMemoryLog({ clock: hostClock, latencyMs: 0 });
  for (const role of ['owner', 'editor', 'viewer'] as const) log.setRole(role, role);
  return Promise.resolve({
    owner: log.as('owner'),
    editor: log.as('editor'),
    viewer: log.as('viewer'),
    stranger: log.as('stranger'),
    documentId: '00000000-0000-4000-8000-000000000001',
    schema: 1,
    root: 'text',
    close: () => Promise.resolve(),
  });
});
