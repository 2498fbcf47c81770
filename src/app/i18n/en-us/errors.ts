import type { ErrorCode } from '#contract/errors.ts';

/** One sentence for every way in which a request can fail: what happened, what is safe, what to do. */
export const errors = {
  bad_request: 'The server did not understand the request. Load the page again.',
  unauthenticated: 'Your session has ended. Sign in again.',
  forbidden: 'You are not allowed to do this.',
  session_invalid: 'This tab lost its connection to the document. Load the page again.',
  not_found: 'This does not exist, or you have no access to it.',
  user_not_found: 'Nobody with this address has an account.',
  generation_mismatch: 'The document was rebuilt meanwhile. Load the page again.',
  restore_in_progress: 'Somebody is restoring a version right now. Try again in a moment.',
  already_member: 'This person already has access.',
  gone: 'This document was deleted.',
  too_large: 'This is too large to be saved. Split it into smaller parts.',
  document_full: 'The document is full. Go on in a new document, or delete something first.',
  storage_full: 'There is no more room for your files. Erase what you no longer need, then try again.',
  update_rejected: 'The server refused this change. Load the page again.',
  counter_reused: 'The server refused this change. Load the page again.',
  upgrade_required: 'There is a newer Spolu. Load the page again.',
  rate_limited: 'Too many requests. Wait a moment, then try again.',
  internal: 'Something went wrong on the server. Try again in a while.',
  unavailable: 'The server is busy. Try again in a while.',
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  unexpected_reply: 'The server answered something unexpected. Load the page again.',
} as const satisfies Record<ErrorCode | 'unreachable' | 'unexpected_reply', string>;
