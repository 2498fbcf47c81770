/** Inlines the styles of classes by which programs and their users format single pieces of text. */
import { isOfficeProgram } from './drop-unseen.ts';

/** Classes of Excel's cells and Cocoa's paragraphs and spans. */
const NUMBERED = /^(?:xl|font|p|s|t|td|li|ul|ol)\d+$/;
/** A style of Word that its user made. Those of Word itself are the look of its template. */
const isMadeByUser = (name: string, selector: string): boolean =>
  /^(?:p|span)\./i.test(selector) && !/^(?:mso|xl)/i.test(name);
const MEANT =
  /^(?:font-weight|font-style|text-decoration|text-align|vertical-align|display|visibility|mso-hide)$/;
const HIDES = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i;
const RULE = /([^{}]+)\{([^{}]*)\}/g;
/** At-rules: fonts, lists, media queries. */
const BLOCK = /@[^{};]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g;
const SELECTOR = /^(?:[a-z][a-z\d]*)?\.([\w-]+)$/i;

export function applySheets(body: HTMLElement): void {
  // Web pages hide by style what their scripts show.
  if (!isOfficeProgram(body)) return;
  for (const sheet of body.ownerDocument.querySelectorAll('style')) {
    const rules = sheet.textContent.replaceAll(/<!--|-->|\/\*[\s\S]*?\*\//g, '').replaceAll(BLOCK, '');
    for (const [, selectors = '', declarations = ''] of rules.matchAll(RULE)) {
      for (const selector of selectors.split(',')) applyRule(body, selector.trim(), declarations);
    }
  }
}

function applyRule(body: HTMLElement, selector: string, declarations: string): void {
  const name = SELECTOR.exec(selector)?.[1];
  if (name === undefined) return;
  const isMeant = NUMBERED.test(name) || isMadeByUser(name, selector);
  const kept = isMeant ? readMeant(declarations) : HIDES.test(declarations) ? 'display:none' : '';
  if (kept === '') return;
  for (const element of body.querySelectorAll(selector)) {
    element.setAttribute('style', `${kept};${element.getAttribute('style') ?? ''}`);
  }
}

const readMeant = (declarations: string): string =>
  declarations
    .split(';')
    .filter((declaration) => MEANT.test(declaration.split(':')[0]?.trim() ?? ''))
    .join(';');
