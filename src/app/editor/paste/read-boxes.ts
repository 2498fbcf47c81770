/** Reads callouts and toggles of other programs. */
import { readMarkdownKind, type CalloutKind } from '../schema/callout-kinds.ts';
import { isFromNotion, removeAll, rename, textOf, unwrap } from './elements.ts';

const BOXES =
  'div.markdown-alert, [data-panel-type], .confluence-information-macro, figure.callout, aside, .notecard, .admonition, .theme-admonition';
const TITLES =
  '.markdown-alert-title, .ak-editor-panel__icon, .confluence-information-macro-icon, .admonition-title, [class^="admonitionHeading"]';

export function readBoxes(body: HTMLElement): void {
  const isNotion = isFromNotion(body);
  for (const box of body.querySelectorAll<HTMLElement>(BOXES)) {
    if (box.matches('aside') && !isNotion) continue;
    const kind = kindOf(box);
    removeAll(box, TITLES);
    joinIcon(box);
    const callout = rename(box, 'div');
    callout.dataset['type'] = 'callout';
    callout.dataset['kind'] = kind;
  }
}

const KINDS: Readonly<Record<string, CalloutKind>> = {
  success: 'success',
  error: 'danger',
  danger: 'danger',
  experimental: 'warning',
};

function kindOf(box: HTMLElement): CalloutKind {
  const panel = box.dataset['panelType'];
  const words = (panel ?? box.className).split(/[\s-]+/);
  for (const word of words) {
    const kind = KINDS[word] ?? readMarkdownKind(word);
    if (kind) return kind;
  }
  return 'info';
}

/** Notion has the icon in a box before the text. */
function joinIcon(box: Element): void {
  const icon = box.firstElementChild;
  const text = box.querySelector('p, h1, h2, h3');
  if (box.matches('figure') && icon?.querySelector('.icon') && text) {
    text.prepend(`${textOf(icon)} `);
    icon.remove();
  }
  const [first] = box.childNodes;
  if (first instanceof Text && first.data.trim() !== '' && text) {
    text.prepend(`${first.data.trim()} `);
    first.remove();
  }
}

/** A summary is one line here, a heading or paragraphs elsewhere. */
function keepSummariesInline(body: HTMLElement): void {
  for (const block of body.querySelectorAll('summary :is(h1, h2, h3, h4, h5, h6, p, div)')) {
    if (block.previousSibling) block.before(' ');
    unwrap(block);
  }
}

/** Notion wraps each toggle in a list. */
export function readToggles(body: HTMLElement): void {
  keepSummariesInline(body);
  for (const details of body.querySelectorAll('ul.toggle > li > details:only-child')) {
    const list = details.parentElement?.parentElement;
    if (list?.childElementCount === 1) list.replaceWith(details);
  }
  for (const section of body.querySelectorAll('[data-node-type="expand"][data-title]')) {
    const summary = section.ownerDocument.createElement('summary');
    summary.textContent = section.getAttribute('data-title');
    rename(section, 'details').prepend(summary);
  }
  for (const wrapper of body.querySelectorAll('google-sheets-html-origin')) unwrap(wrapper);
}
