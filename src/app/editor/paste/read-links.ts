/** Removes tracking from addresses. */
import { unwrap } from './elements.ts';

const TRACKING = /^(?:utm_\w+|fbclid|gclid|msclkid|mc_eid|igshid)$/i;

/** Redirecting services and the parameter with the address. */
const DETOURS: readonly (readonly [RegExp, string])[] = [
  [/^https:\/\/www\.google\.\w+\/url$/, 'q'],
  [/^https:\/\/www\.google\.\w+\/url$/, 'url'],
  [/^https:\/\/[\w.]+\.safelinks\.protection\.outlook\.com\/$/, 'url'],
  [/^https:\/\/slack-redir\.net\/link$/, 'url'],
  [/^https:\/\/l\.facebook\.com\/l\.php$/, 'u'],
];

export function readLinks(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a[href*="?"]')) {
    const href = link.getAttribute('href') ?? '';
    const meant = dropTracking(withoutDetour(href));
    if (meant !== href) link.setAttribute('href', meant);
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
    const target = service.test(before) ? new URLSearchParams(query).get(name) : null;
    if (target !== null && /^https?:\/\//i.test(target)) return target;
  }
  return href;
}

function dropTracking(href: string): string {
  const [, before = '', query = '', hash = ''] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(href) ?? [];
  const pairs = query.split('&');
  const kept = pairs.filter((pair) => !TRACKING.test(pair.split('=')[0] ?? ''));
  if (kept.length === pairs.length) return href;
  return `${before}${kept.length > 0 ? `?${kept.join('&')}` : ''}${hash}`;
}
