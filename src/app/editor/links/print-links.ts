/** Paper shows addresses behind links (`print.css`), but not those that are the text of their link. */
import { useBeforePrint } from '../../ui/use-before-print.ts';
import { shownAddresses } from './shown-addresses.ts';

/** Links of the printed text, which may be a saved version above a hidden editor. */
const PRINTED = '.document-text a[href]:not([hidden] *)';

/** Not written into the document: its editor watches its elements. */
function hideRepeated(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(PRINTED)].map((link) => ({
    href: link.getAttribute('href') ?? '',
    text: link.textContent,
  }));
  const hidden = shownAddresses(links).map((href) => `.document-text a[href="${CSS.escape(href)}"]::after`);
  sheet ??= adoptSheet();
  sheet.replaceSync(hidden.length === 0 ? '' : `@media print { ${hidden.join()} { content: none } }`);
}

function adoptSheet(): CSSStyleSheet {
  const adopted = new CSSStyleSheet();
  document.adoptedStyleSheets.push(adopted);
  return adopted;
}

let sheet: CSSStyleSheet | null = null;

export const usePrintedLinks = (): void => useBeforePrint(hideRepeated);
