/** A link at the end of a sentence or alone: underlined, with a touch target of 44 px. */
export const LINK_LOOK =
  'rounded-sm font-medium text-ink underline decoration-edge underline-offset-3 hover:decoration-ink ' +
  'pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center ' +
  'pointer-coarse:px-1 pointer-coarse:-mx-1';
