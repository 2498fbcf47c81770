/** For implementers of the ports: tests, for vitest, that every implementation passes. */
export { describeChannelContract, type ChannelHarness } from './channel-contract.ts';
export { describeDocumentLogContract, type DocumentLogHarness } from './document-log-contract.ts';
export { describeOutboxStoreContract } from './outbox-store-contract.ts';
