import { openMemoryOutbox } from '../../../../src/yjs-supabase/src/testing/memory-outbox.ts';
import { describeOutboxStoreContract } from '../../../../src/yjs-supabase/src/testing/outbox-store-contract.ts';

describeOutboxStoreContract('memory', openMemoryOutbox);
