/** Derives the status of the open document from the provider's view. Pure. */
import { MAX_DOCUMENT_WEIGHT, NEARLY_FULL_WEIGHT } from '#contract/limits.ts';
import { mayWrite, readRole, type Role } from '#contract/roles.ts';
import type { StorageProblem } from './local-copy-database.ts';
import type { ProviderView } from '#yjs-supabase';

/**
 * *Saved*: the log on the server has every local change, and no change is known to be missing here. `view-only`: this
 * user cannot edit, so there is nothing to save. `ended`: every local change is on the server, but remote changes no
 * longer arrive.
 */
export type SaveState = 'saved' | 'saving' | 'offline' | 'signed-out' | 'view-only' | 'not-saved' | 'ended';

/** Upload state of the images added on this page. Until it is `none`, only this page has some of them. */
export type ImagesState = 'none' | 'sending' | 'failed';

/** Why the state is unusual. */
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
  /** The server rejects this tab's session. */
  | 'session-refused'
  /** The server rejects the last changes permanently. */
  | 'refused'
  /** The server is reachable but does not accept the changes yet. */
  | 'slow'
  /** An image failed to upload. */
  | 'image-failed';

/** Why this device stores no changes. */
export type StorageTrouble = 'full' | 'denied' | 'broken';

/** Inputs that the provider does not have. */
export interface Surroundings {
  /** The browser has a network, so an unreachable server is the server's problem. */
  readonly online: boolean;
  readonly storage: StorageTrouble | null;
  readonly images: ImagesState;
  /** The document's weight (`limits.ts`); 0 while unknown. */
  readonly weight: number;
  /** The text came from this device with changes of closed tabs, which the log may not have yet. */
  readonly waits: boolean;
}

const USUAL: Surroundings = { online: true, storage: null, images: 'none', weight: 0, waits: false };

/** `full`: the server accepts only deletions and restored versions. */
export type Fullness = 'nearly' | 'full';

export type RoomStatus =
  | { readonly kind: 'loading' }
  /** `code` is a contract code or `unreachable`; loading resumes automatically if it can. */
  | { readonly kind: 'failed'; readonly code: string }
  | {
      readonly kind: 'open';
      /** `viewer` once the user can no longer edit, whatever their role was. */
      readonly role: Role;
      readonly save: SaveState;
      readonly cause: RoomCause | null;
      /** There are local changes that are not on the server. */
      readonly hasUnsaved: boolean;
      /** Age of the oldest of them, rounded down to ten seconds. */
      readonly unsavedForMs: number;
      /** Unsaved changes would survive closing the page. */
      readonly keeps: boolean;
      /** Only if there could be something to store. */
      readonly storage: StorageTrouble | null;
      /** Only for users who can edit. */
      readonly fullness: Fullness | null;
      /** The server no longer allows this page to read the document. */
      readonly ended: boolean;
      /** Others receive changes live. */
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
  // The text is that of this device, and the server does not let this user read it.
  if (view.ended !== null && !view.confirmed) return { kind: 'failed', code: view.ended };
  const isOver = view.ended !== null || view.refused !== null;
  const role = isOver ? 'viewer' : readRole(view.role);
  const save = withImages(saveState(view, role, isOver, around.waits), images);
  return {
    kind: 'open',
    role,
    save,
    cause: causeOf(view, around),
    hasUnsaved: view.unsaved > 0 || images !== 'none',
    unsavedForMs: view.unsavedForMs,
    keeps: save === 'not-saved' ? view.kept && images === 'none' : storage === null,
    storage: mayWrite(role) || (view.unsaved > 0 && !view.kept) ? storage : null,
    fullness: mayWrite(role) ? fullnessOf(around.weight) : null,
    ended: view.ended !== null,
    live: view.live,
  };
}

function saveState(view: ProviderView, role: Role, isOver: boolean, waits: boolean): SaveState {
  if (view.unsaved === 0) {
    if (view.ended !== null) return 'ended';
    if (!mayWrite(role)) return 'view-only';
    if (view.signedOut) return 'signed-out';
    if (!view.reachable) return 'offline';
    // A text of this device counts as saved once the server has been asked.
    return view.behind || waits || !view.confirmed ? 'saving' : 'saved';
  }
  if (isOver) return 'not-saved';
  if (view.kept && view.signedOut) return 'signed-out';
  if (view.kept && !view.reachable) return 'offline';
  // Kept, and the server is slow; or it is being written to the disk, which takes a moment.
  if (view.storing || view.kept) return 'saving';
  return view.overdue || view.signedOut ? 'not-saved' : 'saving';
}

function fullnessOf(weight: number): Fullness | null {
  if (weight >= MAX_DOCUMENT_WEIGHT) return 'full';
  return weight >= NEARLY_FULL_WEIGHT ? 'nearly' : null;
}

/** The device stores text but no images, so an image that cannot be uploaded exists only on this page. */
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
    // The user became a viewer. The changes may have arrived before that.
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

/** `outbox`: undefined if the browser has no storage. */
export function storageTrouble(
  outbox: { readonly problem: StorageProblem | null } | undefined,
): StorageTrouble | null {
  if (!outbox) return 'denied';
  if (outbox.problem === null) return null;
  if (outbox.problem === 'quota') return 'full';
  return outbox.problem === 'denied' ? 'denied' : 'broken';
}

/** Closing the page now could lose changes: they are not known to be stored anywhere else. */
export const couldLoseText = (view: ProviderView): boolean =>
  view.unsaved > 0 &&
  !view.kept &&
  (view.overdue || !view.reachable || view.signedOut || view.refused !== null || view.ended !== null);
