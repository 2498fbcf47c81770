/** The whole public interface of the library. */
export { SupabaseProvider, type SupabaseProviderOptions } from './supabase-provider.ts';
export { Provider } from './provider.ts';
export type { ProviderEvents, ProviderOptions } from './provider-options.ts';
export type { UpdateGate, Verdict } from './admit.ts';
export type { ProviderView } from './core/view.ts';
export type { Settings } from './core/settings.ts';
export type {
  KeyedEntry,
  Appended,
  AppendRequest,
  DocumentLog,
  LoadedLog,
  LogFacts,
  LogFailure,
  LogHead,
  LogRow,
  RowRun,
  OpenedSession,
  OpenSessionRequest,
  Outcome,
  ReadHeadRequest,
  RelayRequest,
  Role,
  RosterEntry,
  SaidUpdate,
  SnapshotPlace,
} from './document-log.ts';
export type { HeardItem, HeardSession, OutboxItem, OutboxStore } from './outbox-store.ts';
export type { ChannelEvent, ChannelRequest, OpenChannel, RealtimeChannel } from './channel.ts';
export { openSupabaseChannels, type RealtimeHost } from './supabase-channel.ts';
export { createRealtimeCodec } from './realtime-codec.ts';
export { openMemoryRealtime, type Faults, type MemoryRealtime } from './memory-channel.ts';
export type { Clock, Random } from './clock.ts';
export { makeUuid } from './wire.ts';
