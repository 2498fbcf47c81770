export const CALLOUT_KINDS = ['info', 'success', 'warning', 'danger'] as const;
export type CalloutKind = (typeof CALLOUT_KINDS)[number];

/** Validates the attribute, which peers can set to anything. */
export const readKind = (attribute: unknown): CalloutKind =>
  CALLOUT_KINDS.find((kind) => kind === attribute) ?? 'info';

/** Names of the kinds in GitHub's Markdown. */
export const MARKDOWN_KINDS: Readonly<Record<CalloutKind, string>> = {
  info: 'NOTE',
  success: 'TIP',
  warning: 'WARNING',
  danger: 'CAUTION',
};

/** Accepts the names of GitHub and of Obsidian; null for others. GitHub's fifth kind is closest to `info`. */
export function readMarkdownKind(word: string): CalloutKind | null {
  const name = word.toUpperCase();
  if (name === 'IMPORTANT') return 'info';
  return CALLOUT_KINDS.find((kind) => MARKDOWN_KINDS[kind] === name || kind.toUpperCase() === name) ?? null;
}
