/** For tests of the library's ports and of applications: channels in memory. */
export { openMemoryRealtime, type Faults, type MemoryRealtime } from './memory-channel.ts';
