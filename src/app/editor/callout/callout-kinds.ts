export const CALLOUT_KINDS = ['info', 'success', 'warning', 'danger'] as const;
export type CalloutKind = (typeof CALLOUT_KINDS)[number];

/** The attribute is written by other people. */
export const readKind = (attribute: unknown): CalloutKind =>
  CALLOUT_KINDS.find((kind) => kind === attribute) ?? 'info';

/** As GitHub writes them in Markdown. */
export const MARKDOWN_KINDS: Readonly<Record<CalloutKind, string>> = {
  info: 'NOTE',
  success: 'TIP',
  warning: 'WARNING',
  danger: 'CAUTION',
};

/** GitHub's word or our own, which Obsidian has too. Null for others; of GitHub's fifth, `info` is the closest. */
export function readMarkdownKind(word: string): CalloutKind | null {
  const name = word.toUpperCase();
  if (name === 'IMPORTANT') return 'info';
  return CALLOUT_KINDS.find((kind) => MARKDOWN_KINDS[kind] === name || kind.toUpperCase() === name) ?? null;
}
