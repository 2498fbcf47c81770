import type { LanguageFn } from 'highlight.js';

interface CodeLanguage {
  /** Stored in the document. */
  readonly id: string;
  /** A proper name, the same in every language of the interface. */
  readonly name: string;
  /** Other common names after three backticks. */
  readonly aliases: readonly string[];
  readonly load: () => Promise<{ readonly default: LanguageFn }>;
}

/** In the order of the menu. Each grammar loads with the first block that uses it. */
export const CODE_LANGUAGES: readonly CodeLanguage[] = [
  {
    id: 'bash',
    name: 'Bash',
    aliases: ['sh', 'shell', 'zsh'],
    load: () => import('highlight.js/lib/languages/bash'),
  },
  { id: 'csharp', name: 'C#', aliases: ['cs'], load: () => import('highlight.js/lib/languages/csharp') },
  { id: 'css', name: 'CSS', aliases: [], load: () => import('highlight.js/lib/languages/css') },
  { id: 'html', name: 'HTML', aliases: ['xml', 'svg'], load: () => import('highlight.js/lib/languages/xml') },
  { id: 'java', name: 'Java', aliases: [], load: () => import('highlight.js/lib/languages/java') },
  {
    id: 'javascript',
    name: 'JavaScript',
    aliases: ['js', 'jsx'],
    load: () => import('highlight.js/lib/languages/javascript'),
  },
  { id: 'json', name: 'JSON', aliases: [], load: () => import('highlight.js/lib/languages/json') },
  {
    id: 'markdown',
    name: 'Markdown',
    aliases: ['md'],
    load: () => import('highlight.js/lib/languages/markdown'),
  },
  { id: 'python', name: 'Python', aliases: ['py'], load: () => import('highlight.js/lib/languages/python') },
  { id: 'sql', name: 'SQL', aliases: [], load: () => import('highlight.js/lib/languages/sql') },
  {
    id: 'typescript',
    name: 'TypeScript',
    aliases: ['ts', 'tsx'],
    load: () => import('highlight.js/lib/languages/typescript'),
  },
  { id: 'yaml', name: 'YAML', aliases: ['yml'], load: () => import('highlight.js/lib/languages/yaml') },
];

/** The language for an attribute; null for plain text and for values that peers made up. */
export function readLanguage(attribute: unknown): CodeLanguage | null {
  if (typeof attribute !== 'string') return null;
  const word = attribute.toLowerCase();
  return CODE_LANGUAGES.find(({ id, aliases }) => id === word || aliases.includes(word)) ?? null;
}
