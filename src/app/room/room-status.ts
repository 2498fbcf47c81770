/** What the page says about the open document, decided from what the provider knows. Pure. */
import { MAX_DOCUMENT_WEIGHT, NEARLY_FULL_WEIGHT } from '#contract/limits.ts';
import { canEdit, type Role } from '#contract/requests.ts';
import type { StorageProblem } from './local-copy-database.ts';
import type { ProviderView } from '../../yjs-supabase/index.ts';

/**
 * *Saved* means: the log on the server has every local change, and nothing is known to be missing here. `view-only`:
 * there is nothing to save, because this person cannot write. `ended`: every local change is on the server, but remote
 * changes no longer arrive, so that nothing can be said.
 */
export type SaveState = 'saved' | 'saving' | 'offline' | 'signed-out' | 'view-only' | 'not-saved' | 'ended';

/** What has become of the images that were added on this page. Until it is `none` only this page has one of them. */
export type ImagesState = 'none' | 'sending' | 'failed';

/** Why the state is not the usual one. */
export type RoomCause =
  | 'no-network'
  | 'server-unreachable'
  | 'live-paused'
  | 'access-removed'
  | 'write-removed'
  | 'sign-in-expired'
  | 'upgrade-required'
  | 'rebuilt'
  | 'too-large'
  | 'document-full'
  | 'gone'
  /** The server will not take what this tab writes. */
  | 'session-refused'
  /** The server will never take the last changes. */
  | 'refused'
  /** The server answers and does not take the changes yet. */
  | 'slow'
  /** An image was not uploaded. */
  | 'image-failed';

/** Why this device keeps no words. */
export type StorageTrouble = 'full' | 'denied' | 'broken';

/** What the provider cannot know. */
export interface Surroundings {
  /** The browser has a network, so that a server that does not answer is to blame itself. */
  readonly online: boolean;
  readonly storage: StorageTrouble | null;
  readonly images: ImagesState;
  /** Of the document (`limits.ts`); 0 as long as it is not known. */
  readonly weight: number;
}

const USUAL: Surroundings = { online: true, storage: null, images: 'none', weight: 0 };

/** `full`: the server takes nothing more than deletions and restored versions. */
export type Fullness = 'nearly' | 'full';

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
      /** There are local changes that the server does not have. */
      readonly hasUnsaved: boolean;
      /** How long the oldest of them has waited, in whole steps of ten seconds. */
      readonly unsavedForMs: number;
      /** What is not saved would survive the page. */
      readonly keeps: boolean;
      /** Only where there could be something to keep. */
      readonly storage: StorageTrouble | null;
      /** Only for those who could add to it. */
      readonly fullness: Fullness | null;
      /** The server no longer lets this page read the document. */
      readonly ended: boolean;
      /** Others see changes as they are made. */
      readonly live: boolean;
    };

export function roomStatus(view: ProviderView, around: Surroundings = USUAL): RoomStatus {
  const { storage, images } = around;
  if (!view.loaded) {
    if (view.ended !== null) return { kind: 'failed', code: view.ended };
    if (view.signedOut) return { kind: 'failed', code: 'unauthenticated' };
    return view.reachable ? { kind: 'loading' } : { kind: 'failed', code: 'unreachable' };
  }
  if (view.role === null) return { kind: 'loading' };
  const isOver = view.ended !== null || view.refused !== null;
  const role = isOver ? 'viewer' : view.role;
  const save = withImages(saveState(view, role, isOver), images);
  return {
    kind: 'open',
    role,
    save,
    cause: causeOf(view, around),
    hasUnsaved: view.unsaved > 0 || images !== 'none',
    unsavedForMs: view.unsavedForMs,
    keeps: save === 'not-saved' ? view.kept && images === 'none' : storage === null,
    storage: canEdit(role) || (view.unsaved > 0 && !view.kept) ? storage : null,
    fullness: canEdit(role) ? fullnessOf(around.weight) : null,
    ended: view.ended !== null,
    live: view.live,
  };
}

function saveState(view: ProviderView, role: Role, isOver: boolean): SaveState {
  if (view.unsaved === 0) {
    if (view.ended !== null) return 'ended';
    if (!canEdit(role)) return 'view-only';
    if (view.signedOut) return 'signed-out';
    if (!view.reachable) return 'offline';
    return view.behind ? 'saving' : 'saved';
  }
  if (isOver) return 'not-saved';
  if (view.kept && view.signedOut) return 'signed-out';
  if (view.kept && (!view.reachable || view.overdue)) return 'offline';
  // The next letter is on its way to the disk, which takes a moment.
  if (view.storing) return 'saving';
  return view.overdue || view.signedOut ? 'not-saved' : 'saving';
}

function fullnessOf(weight: number): Fullness | null {
  if (weight >= MAX_DOCUMENT_WEIGHT) return 'full';
  return weight >= NEARLY_FULL_WEIGHT ? 'nearly' : null;
}

/** The device keeps text, no images: one that cannot leave is on this page alone. */
function withImages(save: SaveState, images: ImagesState): SaveState {
  if (images === 'none') return save;
  if (images === 'failed' || save === 'offline' || save === 'signed-out') return 'not-saved';
  return save === 'not-saved' ? save : 'saving';
}

const CAUSE_OF_CODE: Readonly<Record<string, RoomCause>> = {
  forbidden: 'access-removed',
  not_found: 'access-removed',
  gone: 'gone',
  generation_mismatch: 'rebuilt',
  upgrade_required: 'upgrade-required',
  too_large: 'too-large',
  document_full: 'document-full',
  session_invalid: 'session-refused',
};

function causeOf(view: ProviderView, { online, images }: Surroundings): RoomCause | null {
  if (view.ended !== null) return CAUSE_OF_CODE[view.ended] ?? 'refused';
  if (view.refused === 'forbidden') {
    // Made a viewer; only a document that has ended cannot be read. The words may have arrived before that.
    if (view.unsaved > 0) return 'write-removed';
  } else if (view.refused !== null) {
    return CAUSE_OF_CODE[view.refused] ?? 'refused';
  }
  if (view.signedOut) return 'sign-in-expired';
  if (!view.reachable) return online ? 'server-unreachable' : 'no-network';
  if (view.unsaved > 0 && view.overdue) return 'slow';
  if (images === 'failed') return 'image-failed';
  return view.livePaused ? 'live-paused' : null;
}

/** `outbox`: undefined where the browser offers no storage at all. */
export function storageTrouble(
  outbox: { readonly problem: StorageProblem | null } | undefined,
): StorageTrouble | null {
  if (!outbox) return 'denied';
  if (outbox.problem === null) return null;
  if (outbox.problem === 'quota') return 'full';
  return outbox.problem === 'denied' ? 'denied' : 'broken';
}

/** Closing the page now could lose words: nobody is known to have them but this page. */
export const couldLoseWords = (view: ProviderView): boolean =>
  view.unsaved > 0 &&
  !view.kept &&
  (view.overdue || !view.reachable || view.signedOut || view.refused !== null || view.ended !== null);
