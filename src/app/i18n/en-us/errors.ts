import type { ErrorCode } from '#contract/errors.ts';

/** One text for every way in which a request can fail: what happened, what is safe, what to do. */
export const errors = {
  bad_request: 'The server couldn’t process the request. Reload the page.',
  unauthenticated: 'Your session has ended. Sign in again.',
  forbidden: 'You don’t have permission to do this.',
  session_invalid: 'This tab lost its connection to the document. Reload the page.',
  not_found: 'This doesn’t exist, or you don’t have access to it.',
  user_not_found: 'There’s no account with this address.',
  generation_mismatch: 'The document was rebuilt in the meantime. Reload the page.',
  restore_in_progress: 'Someone is restoring a version right now. Try again in a moment.',
  text_changed:
    'The text around it has changed since. Compare with the current version and restore it there.',
  already_member: 'This person already has access.',
  gone: 'This document is in the trash.',
  too_large: 'This is too large to save. Split it into smaller parts.',
  document_full: 'The document is full. Continue in a new document, or delete something first.',
  storage_full: 'Your storage is full. Delete what you no longer need, then try again.',
  update_rejected: 'The server rejected this change. Reload the page.',
  counter_reused: 'The server rejected this change. Reload the page.',
  upgrade_required: 'A new version of Spolu is available. Reload the page.',
  rate_limited: 'Too many requests. Wait a moment, then try again.',
  internal: 'Something went wrong on the server. Try again later.',
  unavailable: 'The server is busy. Try again later.',
  unreachable: 'Can’t reach the server. Check your connection and try again.',
  unexpected_reply: 'The server sent an unexpected response. Reload the page.',
} as const satisfies Record<ErrorCode | 'unreachable' | 'unexpected_reply', string>;
