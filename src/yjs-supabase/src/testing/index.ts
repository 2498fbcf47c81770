/** For tests of applications and of implementations of the ports: a channel, a log and a store in memory. */
export { openMemoryRealtime, type Faults, type MemoryRealtime } from './memory-channel.ts';
export { createMemoryLog, type LogFault, type MemoryLog, type MemoryLogOptions } from './memory-log.ts';
export { openMemoryOutbox } from './memory-outbox.ts';
