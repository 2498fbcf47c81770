/** Takes long `data:` addresses out of HTML while it is cleaned: each of the many steps would copy all their bytes. */

const LONG = /(\ssrc\s*=\s*)(?:"(data:image\/[^"]{1000,})"|'(data:image\/[^']{1000,})')/gi;
const SHORT = /^data:image\/kept,(\d+)$/;

/** Addresses of the HTML shortened last. Pastes are read one after the other. */
let kept: string[] = [];

export function shortenAddresses(html: string): string {
  const found: string[] = [];
  const short = html.replace(LONG, (_, before: string, inDouble?: string, inSingle?: string) => {
    found.push(inDouble ?? inSingle ?? '');
    return `${before}"data:image/kept,${found.length - 1}"`;
  });
  kept = found;
  return short;
}

export function wholeAddress(address: string): string {
  const at = SHORT.exec(address)?.[1];
  return at === undefined ? address : (kept[Number(at)] ?? '');
}
