import { DOMParser as SchemaParser, type Schema, type Slice } from '@tiptap/pm/model';
import MarkdownIt from 'markdown-it';
import { readMarkdownKind } from '../callout/callout-kinds.ts';
import { cleanPastedHtml } from '../paste/clean-html.ts';
import { readMath } from './math-syntax.ts';

/** HTML within is allowed because it passes the schema like any that is pasted. */
const reader = new MarkdownIt({ html: true }).use(readMath);
// Every scheme is checked by the schema; this one would leave refused links as half-read Markdown.
reader.validateLink = () => true;

export function fromMarkdown(schema: Schema, markdown: string): Slice {
  const { body } = new DOMParser().parseFromString(reader.render(markdown), 'text/html');
  for (const item of body.querySelectorAll('li')) readTask(item);
  for (const quote of body.querySelectorAll('blockquote')) readCallout(quote);
  // Pictures are named by where they are kept; the schema takes no other.
  for (const image of body.querySelectorAll('img')) image.dataset['src'] = image.getAttribute('src') ?? '';
  body.innerHTML = cleanPastedHtml(body.innerHTML);
  return SchemaParser.fromSchema(schema).parseSlice(body);
}

/** `> [!NOTE]` in a line of its own: a quotation that is none. */
function readCallout(quote: Element): void {
  const first = quote.querySelector(':scope > p:first-child');
  const [line, word = ''] = /^\[!(\w+)\](?:\n|$)/.exec(first?.firstChild?.textContent ?? '') ?? [];
  const kind = readMarkdownKind(word);
  if (!first?.firstChild || line === undefined || kind === null) return;
  first.firstChild.textContent = (first.firstChild.textContent ?? '').slice(line.length);
  if (first.textContent === '' && quote.childElementCount > 1) first.remove();
  const callout = quote.ownerDocument.createElement('div');
  callout.dataset['type'] = 'callout';
  callout.dataset['kind'] = kind;
  callout.append(...quote.childNodes);
  quote.replaceWith(callout);
}

/** `- [x] done`: the box comes as text. */
function readTask(item: Element): void {
  const first = item.firstElementChild?.tagName === 'P' ? item.firstElementChild : item;
  const text = [...first.childNodes].find((node) => node.textContent?.trim() !== '');
  const box =
    text?.nodeType === Node.TEXT_NODE ? /^\s*\[([ xX])\](?:\s+|$)/.exec(text.textContent ?? '') : null;
  if (!text || !box) return;
  text.textContent = (text.textContent ?? '').slice(box[0].length);
  const input = item.ownerDocument.createElement('input');
  input.type = 'checkbox';
  input.toggleAttribute('checked', box[1] !== ' ');
  first.prepend(input);
}
