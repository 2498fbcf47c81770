/** Removes content that the source program did not display, controls and comments. */
import { hasBlocks, removeAll, rename, textOf, unwrap } from './elements.ts';

const NEVER_SHOWN =
  'style, script, meta, link, title, base, head, noscript, template, xml, video, audio, iframe, object, embed, canvas, svg, progress, meter, datalist, dialog:not([open])';
/** Bars of a message, and the ways back from footnotes. */
const OF_THE_PAGE =
  '[data-stringify-ignore="true"], [data-footnote-backref], .footnote-backref, .mw-cite-backlink';

export function dropUnseen(body: HTMLElement): void {
  removeAll(body, `${NEVER_SHOWN}, ${OF_THE_PAGE}`);
  dropReview(body);
  readFields(body);
  dropControls(body);
  for (const element of body.querySelectorAll<HTMLElement>('[style], [hidden]')) {
    if (isHidden(element)) dropHidden(element);
  }
  dropForReadersOnly(body);
}

const SCREEN_READER_CLASSES = [
  'sr-only',
  'visually-hidden',
  'visuallyhidden',
  'screenreader-only',
  'show-for-sr',
  'a11y-hidden',
  'assistive-text',
  'cdk-visually-hidden',
  'offscreen',
  'MJX_Assistive_MathML',
];
const FOR_READERS = `[class*="screen-reader"], ${SCREEN_READER_CLASSES.map((name) => `.${name}`).join(', ')}`;

/** For styles without spaces, with declarations in this order. */
const HIDDEN_STYLE =
  /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|mso-hide:(?:all|screen)|opacity:0(?:\.0+)?(?=;|!|$)|(?:max-)?(?:height|width):0(?:px|pt)?;(?:.*;)?overflow:hidden|(?:left|top|text-indent):-\d{3,}(?:\.\d+)?(?:px|em|rem))/i;
const CLIPPED_STYLE = /(?:^|;)(?:clip:rect\((?:0|1px)|clip-path:inset\((?:50|100)%)/i;

export function isHidden(element: Element): boolean {
  if (element.hasAttribute('hidden')) return true;
  const style = (element.getAttribute('style') ?? '').replaceAll(/\s+/g, '');
  if (HIDDEN_STYLE.test(style) || CLIPPED_STYLE.test(style)) return true;
  // Some layouts set it to close gaps; their children set a size again.
  return (
    /(?:^|;)font-size:0(?:px|pt)?(?:;|!|$)/.test(style) && !element.querySelector('[style*="font-size"]')
  );
}

/** Inside `visibility: hidden`, elements can be visible again. */
function dropHidden(element: HTMLElement): void {
  const isInvisible = element.style.visibility === 'hidden' && element.style.display !== 'none';
  const visible = isInvisible
    ? [...element.querySelectorAll<HTMLElement>('[style*="visible"]')].filter(
        ({ style }) => style.visibility === 'visible',
      )
    : [];
  element.replaceWith(...visible);
}

export const isOfficeProgram = (body: HTMLElement): boolean =>
  /name=["']?generator["']? content=["']?(?:Microsoft|LibreOffice|OpenOffice|Cocoa)/i.test(
    body.ownerDocument.head.innerHTML,
  ) || body.querySelector('[class^="Mso"], [id^="docs-internal-guid"]') !== null;

/** Removes comments. Of suggested changes the new text stays. Elsewhere, struck text is content. */
function dropReview(body: HTMLElement): void {
  removeAll(
    body,
    '[style*="mso-element:comment"], [style*="mso-special-character:comment"], .MsoCommentReference, .msocomanchor, a[href^="#_msocom"], .msocomtxt, a.comment, .msoDel, s:has(> .msoDel:only-child), [style*="mso-element:header"], [style*="mso-element:footer"]',
  );
  if (isOfficeProgram(body)) removeAll(body, 'del');
  removeAll(body, 'del[cite^="mailto:"]');
  for (const added of body.querySelectorAll('ins, .msoIns')) {
    for (const underline of added.querySelectorAll('u')) unwrap(underline);
    unwrap(added);
  }
  for (const note of body.querySelectorAll('a[id^="cmnt"], a[href^="#cmnt"]')) {
    const mark = textOf(note);
    const around = note.id.startsWith('cmnt_ref') ? 'sup' : 'div, p';
    const remark = note.closest(around);
    if (remark && textOf(remark).startsWith(mark)) remark.remove();
    else note.remove();
  }
}

const TYPED = ['text', 'search', 'email', 'url', 'tel', 'number', 'date', 'time']
  .map((type) => `[type="${type}"]`)
  .concat(':not([type])')
  .join(', ');

/** Form fields become their values. */
function readFields(body: HTMLElement): void {
  for (const select of body.querySelectorAll('select')) {
    const chosen = select.querySelector('option[selected]') ?? select.querySelector('option');
    select.replaceWith(chosen?.textContent ?? '');
  }
  for (const field of body.querySelectorAll('textarea')) field.replaceWith(field.textContent);
  for (const field of body.querySelectorAll(`input:is(${TYPED})`))
    field.replaceWith(field.getAttribute('value') ?? '');
}

/** Controls that are content: headings that toggle, people in a message. */
const TEXT_CONTROLS =
  ':is(h1, h2, h3, h4, h5, h6, dt, summary, legend) *, [class*="mention"], [class*="user"], [class*="sender"], [class*="author"], [data-stringify-type]';
const CONTROLS =
  'button, clipboard-copy, [role="button"]:not(a[href]), [role="toolbar"], [role="tooltip"], .mw-editsection';

function dropControls(body: HTMLElement): void {
  const controls = [...body.querySelectorAll(CONTROLS)];
  // When only controls were copied, they are the content.
  if (textOf(body) === controls.map(textOf).join(' ')) return;
  for (const control of controls) {
    if (!control.matches(TEXT_CONTROLS) && !isCard(control) && !standsInSentence(control)) control.remove();
    else if (control.tagName === 'BUTTON') unwrap(control);
  }
  for (const copier of body.querySelectorAll('[class*="copy" i], [class*="clipboard" i]')) {
    if (textOf(copier).replace(BUTTON_LABELS, '') === '') copier.remove();
  }
}

/** Labels of buttons on code blocks of chat programs and code sites. */
export const BUTTON_LABELS =
  /(?:\s*(?:copy(?: code| to clipboard)?|copied!?|edit|run|download|kopírovat(?: kód)?|zkopírováno))+$/i;

const isCard = (control: Element): boolean =>
  control.tagName !== 'BUTTON' && control.querySelector('p, h1, h2, h3, h4, h5, h6') !== null;

/** Instructions show a button inside a sentence. */
function standsInSentence(control: Element): boolean {
  const { previousSibling: before, nextSibling: after } = control;
  const isText = (node: ChildNode | null): boolean => node instanceof Text && node.data.trim() !== '';
  return control.parentElement?.tagName === 'P' && isText(before) && isText(after);
}

/**
 * Removes text for screen readers, and icons hidden from them. Some pages have each text twice, once per audience:
 * then the visible one stays.
 */
function dropForReadersOnly(body: HTMLElement): void {
  for (const silent of body.querySelectorAll('[aria-hidden="true"]')) {
    const words = textOf(silent).match(/\p{L}[\p{L}\p{M}]*/gu)?.length ?? 0;
    const isText = hasTwin(silent) || words > 3 || hasBlocks(silent) || silent.matches('img, td, th, tr');
    if (!isText) silent.remove();
  }
  removeAll(body, FOR_READERS);
}

const isForReaders = (element: Element | null): boolean => element?.matches(FOR_READERS) ?? false;
const hasTwin = (silent: Element): boolean =>
  !silent.matches('i, [class*="icon"]') &&
  (isForReaders(silent.nextElementSibling) || isForReaders(silent.previousElementSibling));

/** Word's footnote marks are superscript by style. */
export function raiseFootnoteMarks(body: HTMLElement): void {
  for (const mark of body.querySelectorAll('.MsoFootnoteReference, .MsoEndnoteReference')) {
    if (mark.querySelector('.MsoFootnoteReference, .MsoEndnoteReference')) unwrap(mark);
    else rename(mark, 'sup');
  }
}
