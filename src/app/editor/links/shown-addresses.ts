/** Links whose text is their address. */

interface PrintedLink {
  readonly href: string;
  readonly text: string;
}

/** Addresses whose links all show them as their text. */
export function shownAddresses(links: readonly PrintedLink[]): string[] {
  const named = new Set(links.filter(({ href, text }) => bare(href) !== bare(text)).map(({ href }) => href));
  return [...new Set(links.map(({ href }) => href))].filter((href) => !named.has(href));
}

/** As people write an address. */
function bare(address: string): string {
  const short = address
    .trim()
    .replace(/^(?:\w+:\/\/)?(?:www\.)?/i, '')
    .replace(/\/$/, '');
  return (URL.canParse(`https://${short}`) ? new URL(`https://${short}`).href : short).toLowerCase();
}
