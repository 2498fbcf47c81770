/** What the page says about the open document, decided from what the provider knows. Pure. */
import type { Role } from '#contract/requests.ts';
import type { ProviderView } from '../../yjs-supabase/index.ts';

/**
 * *Saved* means: the log on the server has every own change and nothing is known to be missing here. `ended`: nothing
 * of one's own is missing there, but what the others write no longer comes, so that nothing can be said.
 */
export type SaveState = 'saved' | 'saving' | 'offline' | 'not-saved' | 'ended';

/** Why the state is not the usual one. */
export type RoomCause =
  | 'no-network'
  | 'server-unreachable'
  | 'live-paused'
  | 'access-removed'
  | 'write-removed'
  | 'sign-in-expired'
  | 'upgrade-required'
  | 'too-large'
  | 'gone'
  | 'other';

export type RoomStatus =
  | { readonly kind: 'loading' }
  /** `code` is a code of the contract, or `unreachable`; loading goes on by itself when it can. */
  | { readonly kind: 'failed'; readonly code: string }
  | {
      readonly kind: 'open';
      /** `viewer` when writing has ended, whatever the person's role was. */
      readonly role: Role;
      readonly save: SaveState;
      readonly cause: RoomCause | null;
      /** The server no longer lets this page read the document. */
      readonly ended: boolean;
      /** Others see changes as they are made. */
      readonly live: boolean;
    };

/** `online`: the browser has a network, so that a server that does not answer is to blame itself. */
export function roomStatus(view: ProviderView, online = true): RoomStatus {
  if (!view.loaded) {
    if (view.ended !== null) return { kind: 'failed', code: view.ended };
    if (view.signedOut) return { kind: 'failed', code: 'unauthenticated' };
    return view.reachable ? { kind: 'loading' } : { kind: 'failed', code: 'unreachable' };
  }
  if (view.role === null) return { kind: 'loading' };
  const isOver = view.ended !== null || view.refused !== null;
  return {
    kind: 'open',
    role: isOver ? 'viewer' : view.role,
    save: saveState(view, isOver),
    cause: causeOf(view, online),
    ended: view.ended !== null,
    live: view.live,
  };
}

function saveState(view: ProviderView, isOver: boolean): SaveState {
  if (view.unsaved === 0) {
    if (view.ended !== null) return 'ended';
    if (view.signedOut || !view.reachable) return 'offline';
    return view.behind ? 'saving' : 'saved';
  }
  if (isOver) return 'not-saved';
  const isOffline = view.signedOut || !view.reachable;
  if (view.kept && (isOffline || view.overdue)) return 'offline';
  return view.overdue || view.signedOut ? 'not-saved' : 'saving';
}

const CAUSE_OF_CODE: Readonly<Record<string, RoomCause>> = {
  forbidden: 'access-removed',
  not_found: 'gone',
  gone: 'gone',
  generation_mismatch: 'upgrade-required',
  upgrade_required: 'upgrade-required',
  too_large: 'too-large',
};

function causeOf(view: ProviderView, online: boolean): RoomCause | null {
  if (view.ended !== null) return CAUSE_OF_CODE[view.ended] ?? 'other';
  if (view.refused === 'forbidden') {
    // Made a viewer; only a document that has ended cannot be read. The words may have arrived before that.
    if (view.unsaved > 0) return 'write-removed';
  } else if (view.refused !== null) {
    return CAUSE_OF_CODE[view.refused] ?? 'other';
  }
  if (view.signedOut) return 'sign-in-expired';
  if (!view.reachable) return online ? 'server-unreachable' : 'no-network';
  if (view.unsaved > 0 && view.overdue) return 'other';
  return view.livePaused ? 'live-paused' : null;
}

/** Closing the page now could lose words: nobody is known to have them but this page. */
export const couldLoseWords = (view: ProviderView): boolean =>
  view.unsaved > 0 &&
  !view.kept &&
  (view.overdue || !view.reachable || view.signedOut || view.refused !== null || view.ended !== null);
