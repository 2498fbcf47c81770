/** The state as the host can show it; derived, never stored. A change counts as saved only when the log has it (S6). */
import type { OutboxEntry } from './outbox.ts';
import { isMissingText } from './pending.ts';
import { isReader, type CoreState } from './state.ts';

export interface ProviderView {
  readonly phase: 'idle' | 'loading' | 'open' | 'ended';
  /** True once the document has been loaded, also after it ended. */
  readonly loaded: boolean;
  /** The server has sent the document, or what it lacked, since it was opened: it is not only what the host kept. */
  readonly confirmed: boolean;
  readonly role: string | null;
  readonly mayEdit: boolean;
  /** The code with which the server ended the document for this client. */
  readonly ended: string | null;
  /** The code with which the server permanently refuses local changes. */
  readonly refused: string | null;
  /** Local changes that the log does not have. */
  readonly unsaved: number;
  /** Age of the oldest of them, in whole steps of ten seconds. */
  readonly unsavedForMs: number;
  /** The oldest of them has waited longer than `overdueMs`. */
  readonly overdue: boolean;
  /** All of them would survive a crash of this process. */
  readonly kept: boolean;
  /** Some writes to the store are pending, and none has failed. */
  readonly storing: boolean;
  readonly reachable: boolean;
  readonly signedOut: boolean;
  /** The document lacks text of the log: rows for longer than `overdueMs`, or what structs of it wait for, for two seconds. */
  readonly behind: boolean;
  readonly live: boolean;
  readonly livePaused: boolean;
}

/** Coarse, because every change of the view is an event. */
const STEP_MS = 10_000;

export function viewOf(state: CoreState, nowMs: number, intact: boolean): ProviderView {
  const { settings, outbox, contact, pulling, lanes, saving } = state;
  const { items } = outbox;
  const oldest = items[0];
  const waitedMs = oldest === undefined ? 0 : nowMs - oldest.sinceMs;
  const staleMs = settings.staleMs + (lanes.away ? settings.pollAwayMs : 0);
  const isFresh = contact.lastAtMs === null || nowMs - contact.lastAtMs < staleMs;
  const behindMs = pulling.behindSinceMs === null ? 0 : nowMs - pulling.behindSinceMs;
  const keeps = state.isDurable && intact;
  const lost = isReader(state) && items.length > 0;
  return {
    phase: phaseOf(state),
    loaded: pulling.loaded,
    confirmed: pulling.pulledAtMs !== null,
    role: state.role,
    mayEdit: state.mayEdit,
    ended: state.ended,
    refused: saving.refused ?? (lost ? 'forbidden' : null),
    unsaved: items.length,
    unsavedForMs: Math.floor(waitedMs / STEP_MS) * STEP_MS,
    overdue: oldest !== undefined && waitedMs >= settings.overdueMs,
    kept: keeps && items.every((item) => item.stored === 'yes'),
    storing: keeps && items.some(isWaiting) && !items.some((item) => item.stored === 'no'),
    reachable: contact.reachable && isFresh,
    signedOut: contact.signedOut,
    behind: behindMs >= settings.overdueMs || isMissingText(state, nowMs),
    live: lanes.phase === 'up',
    livePaused: lanes.phase !== 'up' && lanes.failures >= settings.joinFailuresUntilPaused,
  };
}

const isWaiting = ({ stored }: OutboxEntry): boolean => stored === 'waiting';

function phaseOf(state: CoreState): ProviderView['phase'] {
  if (state.ended !== null) return 'ended';
  if (state.pulling.loaded && state.role !== null) return 'open';
  return state.running ? 'loading' : 'idle';
}

export const isSameView = (a: ProviderView, b: ProviderView): boolean =>
  (Object.keys(a) as (keyof ProviderView)[]).every((key) => a[key] === b[key]);
