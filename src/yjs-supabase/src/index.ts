/** The whole public interface of the library. */
export { SupabaseProvider, type SupabaseProviderOptions } from './supabase/provider.ts';
export { Provider, type ProviderEvents } from './provider/provider.ts';
export type { ProviderOptions } from './provider/provider-options.ts';
export type { UpdateGate, Verdict } from './doc/admit.ts';
export { declareHeirs, writeHeirs, type HeirRange } from './doc/heirs.ts';
export type { CoreEvent, Effect, TextPlace } from './core/events.ts';
export type { KeptText } from './provider/provider-options.ts';
export type { CoreState } from './core/state.ts';
export type { ProviderView } from './core/view.ts';
export type { Settings } from './core/settings.ts';
export type {
  KeyedEntry,
  Appended,
  AppendRequest,
  DocumentLog,
  LoadedLog,
  LoadRequest,
  LogFacts,
  LogFailure,
  LogHead,
  LogRow,
  RowName,
  RowRun,
  OpenedSession,
  OpenSessionRequest,
  Outcome,
  ReadHeadRequest,
  RelayRequest,
  PresentEntry,
  RosterEntry,
  ReceivedUpdate,
  SnapshotPlace,
} from './ports/document-log.ts';
export type { UnloggedItem, UnloggedSession, OutboxItem, OutboxStore } from './ports/outbox-store.ts';
export type { ChannelEvent, ChannelRequest, OpenChannel, RealtimeChannel } from './ports/channel.ts';
export {
  createDocumentLog,
  createSupabaseDocumentLog,
  type DocumentLogOptions,
} from './supabase/document-log.ts';
export type { LogRequests, RequestHost } from './supabase/log-requests.ts';
export type { ColoredUser } from './supabase/user-colors.ts';
export { openSupabaseChannels, type RealtimeHost } from './supabase/channel.ts';
export type { Clock, Random } from './ports/clock.ts';
export { openWebSignatures, type Signatures, type Signer } from './ports/signatures.ts';
