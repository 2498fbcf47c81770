/** Removes tracking from addresses. */
import { unwrap } from './elements.ts';

const TRACKING = /^(?:utm_\w+|fbclid|gclid|msclkid|mc_eid|igshid)$/i;

/** Redirecting services and the parameter with the address. */
const DETOURS: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\/(?:www|news|images|maps|scholar)\.google(?:\.[a-z]{2,3}){1,2}\/url$/, 'q'],
  [/^https?:\/\/(?:www|news|images|maps|scholar)\.google(?:\.[a-z]{2,3}){1,2}\/url$/, 'url'],
  [/^https?:\/\/(?:www\.)?bing\.com\/ck\/a$/, 'u'],
  [/^(?:https?:)?\/\/(?:\w+\.)?duckduckgo\.com\/l\/$/, 'uddg'],
  [/^https:\/\/[\w.-]+\.safelinks\.protection\.outlook\.com\/(?:ap\/[\w-]+\/)?$/, 'url'],
  [/^https:\/\/statics\.teams\.cdn\.office\.net\/.*safelinks\.html$/, 'url'],
  [/^https:\/\/slack-redir\.net\/link$/, 'url'],
  [/^https:\/\/lm?\.(?:facebook|messenger|instagram)\.com\/(?:l\.php)?$/, 'u'],
  [/^https:\/\/(?:www\.)?youtube\.com\/redirect$/, 'q'],
  [/^https:\/\/(?:www\.)?linkedin\.com\/(?:redir\/redirect|safety\/go)\/?$/, 'url'],
  [/^https:\/\/out\.reddit\.com\/\w*$/, 'url'],
];

export function readLinks(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    const meant = dropTracking(withoutDetour(href.trim()));
    if (meant !== href) link.setAttribute('href', meant);
    // The tooltip of a link that only repeats its address.
    if (link.getAttribute('title') === href) link.removeAttribute('title');
  }
  // Anchors that headings show on hover.
  for (const anchor of body.querySelectorAll(
    ':is(h1, h2, h3, h4, h5, h6) > a:is(.anchor, .headerlink, .header-anchor, .hash-link, .heading-anchor)',
  )) {
    if (/^[#¶§\u200b\s]*$/.test(anchor.textContent)) anchor.remove();
    else unwrap(anchor);
  }
}

function withoutDetour(href: string): string {
  const [, before = '', query = ''] = /^([^?#]*)\?([^#]*)/.exec(href) ?? [];
  for (const [service, name] of DETOURS) {
    const given = service.test(before) ? new URLSearchParams(query).get(name) : null;
    const target = given?.startsWith('a1') === true ? decode(given.slice(2)) : given;
    if (target != null && /^https?:\/\//i.test(target)) return target;
  }
  return href;
}

/** Bing writes addresses in the Base64 of URLs. */
function decode(base64: string): string | null {
  const digits = base64.replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[a-z\d+/]+$/i.test(digits) || digits.length % 4 === 1) return null;
  const bytes = Uint8Array.from(atob(digits), (byte) => byte.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

function dropTracking(href: string): string {
  const [, before = '', query = '', hash = ''] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(href) ?? [];
  const pairs = query.split('&');
  const kept = pairs.filter((pair) => !TRACKING.test(pair.split('=')[0] ?? ''));
  if (kept.length === pairs.length) return href;
  return `${before}${kept.length > 0 ? `?${kept.join('&')}` : ''}${hash}`;
}
