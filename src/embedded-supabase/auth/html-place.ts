/**
 * Tracks where in an HTML text a value would be inserted, and escapes it for that context, as Go's html/template does.
 * Only contexts in which any value can be made harmless are supported: text, and quoted attributes.
 */
import { escapeHtml } from '../text/escape-html.ts';

export interface Place {
  readonly kind: 'text' | 'raw' | 'comment' | 'tag' | 'attribute';
  /** The element whose tag or raw content this is. */
  readonly element: string;
  readonly attribute: string;
  readonly quote: string;
  /** How much of a URL the attribute contains before this place. */
  readonly address: 'nothing' | 'path' | 'query';
}

export const START: Place = { kind: 'text', element: '', attribute: '', quote: '', address: 'nothing' };

const RAW = new Set(['script', 'style', 'textarea', 'title']);
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'cite', 'background', 'poster', 'data']);
const NEVER = /^(on.*|style|srcset|srcdoc)$/;

/** The place after `html`, which begins at `from`. */
export function placeAfter(from: Place, html: string): Place {
  let place = from;
  for (let rest = html; rest !== '';) {
    const [next, length] = step(place, rest);
    place = next;
    rest = rest.slice(length);
  }
  return place;
}

/** The place after a value. */
export const placeAfterValue = (place: Place): Place =>
  place.kind === 'attribute' && place.address === 'nothing' ? { ...place, address: 'path' } : place;

type Step = readonly [Place, number];

function step(place: Place, rest: string): Step {
  switch (place.kind) {
    case 'text':
      return stepOutside(rest);
    case 'comment':
      return upTo(place, rest, '-->', START);
    case 'raw':
      return upTo(place, rest, `</${place.element}`, { ...START, kind: 'tag', element: '/' });
    case 'tag':
      return stepInTag(place, rest);
    case 'attribute':
      return stepInAttribute(place, rest);
    default:
      return place.kind satisfies never;
  }
}

function upTo(place: Place, rest: string, end: string, next: Place): Step {
  const at = rest.toLowerCase().indexOf(end);
  return at < 0 ? [place, rest.length] : [next, at + end.length];
}

function stepOutside(rest: string): Step {
  const found = /<(?:(!--)|(\/?[a-z][a-z0-9-]*|!doctype))/i.exec(rest);
  if (found === null) return [START, rest.length];
  const length = found.index + found[0].length;
  if (found[1] !== undefined) return [{ ...START, kind: 'comment' }, length];
  return [{ ...START, kind: 'tag', element: (found[2] ?? '').toLowerCase() }, length];
}

function stepInTag(place: Place, rest: string): Step {
  if (rest.startsWith('>')) {
    return [RAW.has(place.element) ? { ...START, kind: 'raw', element: place.element } : START, 1];
  }
  const attribute = /^([^\s"'<>/=]+)\s*=\s*(["']?)/.exec(rest);
  if (attribute === null) return [place, /^[^\s"'<>/=]+/.exec(rest)?.[0].length ?? 1];
  const [whole, name = '', quote = ''] = attribute;
  return [{ ...place, kind: 'attribute', attribute: name.toLowerCase(), quote }, whole.length];
}

function stepInAttribute(place: Place, rest: string): Step {
  const end = rest.search(place.quote === '' ? /[\s>]/ : place.quote);
  if (end >= 0) {
    const tag: Place = { ...START, kind: 'tag', element: place.element };
    return [tag, end + place.quote.length];
  }
  const hasQuery = place.address === 'query' || /[?#]/.test(rest);
  return [{ ...place, address: hasQuery ? 'query' : 'path' }, rest.length];
}

/** The function that makes any text harmless in this place; null where none can. */
export function escaperFor(place: Place): ((value: string) => string) | null {
  if (place.kind === 'text') return escapeHtml;
  if (place.kind !== 'attribute' || place.quote === '' || NEVER.test(place.attribute)) return null;
  if (!ADDRESSES.has(place.attribute)) return escapeHtml;
  if (place.address === 'query') return escapePart;
  return place.address === 'path' ? escapeAddress : (value) => escapeAddress(keepSafe(value));
}

const percentEncode = (text: string): string =>
  encodeURIComponent(text.replaceAll(/[\uD800-\uDFFF]/gu, '\uFFFD')).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Escapes a part of a query or fragment, so that it cannot begin another part. */
const escapePart = (value: string): string => percentEncode(value);

/** Escapes a URL without changing its structure. Characters that are not allowed in URLs are percent-encoded. */
const escapeAddress = (value: string): string =>
  escapeHtml(value.replaceAll(/[^\w!#$%&*+,./:;=?@[\]~-]+/g, percentEncode));

/** Go's placeholder (`#ZgotmplZ`) for a URL that could run a script. */
function keepSafe(address: string): string {
  const scheme = /^([^/?#]*?):/.exec(address)?.[1];
  return scheme === undefined || /^(https?|mailto)$/i.test(scheme) ? address : '#ZgotmplZ';
}
