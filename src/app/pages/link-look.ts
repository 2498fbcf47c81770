/** A link inside a sentence: ink, underlined. */
export const LINK_LOOK =
  'rounded-sm font-medium text-ink underline decoration-edge underline-offset-3 hover:decoration-ink';
