/** State machine of one upload, without clock, network or DOM. */
import type { ApiErrorCode } from '../../data/api-error.ts';

export type UploadState =
  /** The browser is offline. */
  | { readonly kind: 'waiting' }
  /** `sent` is the fraction uploaded, from 0 to 1. */
  | { readonly kind: 'sending'; readonly attempt: number; readonly sent: number }
  /** Between two attempts. */
  | { readonly kind: 'pausing'; readonly attempt: number }
  | { readonly kind: 'failed'; readonly code: ApiErrorCode }
  | { readonly kind: 'uploaded' }
  | { readonly kind: 'cancelled' };

export type UploadEvent =
  | { readonly kind: 'progress'; readonly sent: number }
  | { readonly kind: 'arrived' }
  | { readonly kind: 'refused'; readonly code: ApiErrorCode; readonly hasNetwork: boolean }
  /** The pause has ended. */
  | { readonly kind: 'due' }
  | { readonly kind: 'network-back' }
  | { readonly kind: 'retry'; readonly hasNetwork: boolean }
  | { readonly kind: 'cancel' };

const MAX_ATTEMPTS = 4;
/** Errors that are worth a retry. */
const PASSING: ReadonlySet<ApiErrorCode> = new Set([
  'unreachable',
  'unavailable',
  'internal',
  'rate_limited',
]);

export const startUpload = (hasNetwork: boolean): UploadState =>
  hasNetwork ? attempt(1) : { kind: 'waiting' };

/** Returns the same state for events without effect in it. */
export function nextUpload(state: UploadState, event: UploadEvent): UploadState {
  if (state.kind === 'uploaded' || state.kind === 'cancelled') return state;
  switch (event.kind) {
    case 'cancel':
      return { kind: 'cancelled' };
    case 'network-back':
      return state.kind === 'waiting' || state.kind === 'pausing' ? attempt(1) : state;
    case 'retry':
      return state.kind === 'failed' ? startUpload(event.hasNetwork) : state;
    case 'due':
      return state.kind === 'pausing' ? attempt(state.attempt + 1) : state;
    default:
      return state.kind === 'sending' ? whileSending(state, event) : state;
  }
}

type SendingEvent = Extract<UploadEvent, { kind: 'progress' | 'arrived' | 'refused' }>;

function whileSending(state: UploadState & { kind: 'sending' }, event: SendingEvent): UploadState {
  if (event.kind === 'arrived') return { kind: 'uploaded' };
  if (event.kind === 'progress') return { ...state, sent: Math.max(state.sent, event.sent) };
  if (!PASSING.has(event.code)) return { kind: 'failed', code: event.code };
  if (!event.hasNetwork) return { kind: 'waiting' };
  return state.attempt < MAX_ATTEMPTS
    ? { kind: 'pausing', attempt: state.attempt }
    : { kind: 'failed', code: event.code };
}

const attempt = (number: number): UploadState => ({ kind: 'sending', attempt: number, sent: 0 });
