import { escapeHtml } from '#contract/text/escape-html.ts';

type Attributes = Readonly<Record<string, string | number | true | null | undefined>>;

/** Attributes that are null or undefined are left out. */
export function openTag(name: string, attributes: Attributes = {}): string {
  const written = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === null || value === undefined) return [];
    return value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`;
  });
  return `<${name}${written.join('')}>`;
}

/** `content` is HTML. */
export const element = (name: string, attributes: Attributes, content: string): string =>
  `${openTag(name, attributes)}${content}</${name}>`;
