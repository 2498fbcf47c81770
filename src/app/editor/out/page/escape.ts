type Attributes = Readonly<Record<string, string | number | true | null | undefined>>;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!);

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
