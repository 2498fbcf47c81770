/** Addresses in the HTML of a text that lead to other files of its archive, or hold a picture themselves. */
import { escapeHtml } from '#contract/text/escape-html.ts';
import { unescapeHtml } from '#contract/text/unescape-html.ts';

export interface Resolve {
  /** The file with this picture. */
  readonly picture: (address: string) => { readonly name: string; readonly bytes: Uint8Array } | null;
  /** Where a link to another file of the archive leads. */
  readonly link: (address: string) => string | null;
}

export const RESOLVES_NOTHING: Resolve = { picture: () => null, link: () => null };

const TAG = /<(img|a)(\s(?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const ADDRESS = /(\s)(src|href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const DATA = /^data:image\/[a-z.+-]+(?:;[^,;]*)*;base64,([a-z\d+/\s]+=*)\s*$/i;

/** `pictures` receives those that the text shows. */
export const resolveAddresses = (html: string, resolve: Resolve, pictures: Map<string, Uint8Array>): string =>
  html.replaceAll(TAG, (tag: string, element: string, attributes: string) => {
    const isImage = element.toLowerCase() === 'img';
    const found = attributes.replace(
      ADDRESS,
      (all: string, space: string, name: string, ...values: readonly (string | undefined)[]) => {
        if ((name.toLowerCase() === 'src') !== isImage) return all;
        const address = unescapeHtml(values.slice(0, 3).find((value) => value !== undefined) ?? '').trim();
        const target = isImage ? takePicture(address, resolve, pictures) : resolve.link(address);
        return target === null ? all : `${space}${name.toLowerCase()}="${escapeHtml(target)}"`;
      },
    );
    return `${tag.slice(0, element.length + 1)}${found}>`;
  });

/** Several times faster than `Uint8Array.from`: a page can have fifty photos. */
function bytesOf(latin: string): Uint8Array {
  const bytes = new Uint8Array(latin.length);
  for (let at = 0; at < latin.length; at += 1) bytes[at] = latin.charCodeAt(at);
  return bytes;
}

function takePicture(address: string, resolve: Resolve, pictures: Map<string, Uint8Array>): string | null {
  const base64 = DATA.exec(address)?.[1]?.replaceAll(/[\s=]/g, '');
  if (base64 !== undefined && base64.length % 4 !== 1) {
    const name = `data-${pictures.size + 1}`;
    pictures.set(name, bytesOf(atob(base64)));
    return `picture:${name}`;
  }
  const file = resolve.picture(address);
  if (file === null) return null;
  pictures.set(file.name, file.bytes);
  return `picture:${file.name}`;
}
