import { DOMParser as SchemaParser, type Schema, type Slice } from '@tiptap/pm/model';
import MarkdownIt from 'markdown-it';
import { cleanPastedHtml } from '../paste/clean-html.ts';

/** HTML within is allowed because it passes the schema like any that is pasted. */
const reader = new MarkdownIt({ html: true });
// Every scheme is checked by the schema; this one would leave refused links as half-read Markdown.
reader.validateLink = () => true;

export function fromMarkdown(schema: Schema, markdown: string): Slice {
  const { body } = new DOMParser().parseFromString(reader.render(markdown), 'text/html');
  for (const item of body.querySelectorAll('li')) readTask(item);
  // Pictures are named by where they are kept; the schema takes no other.
  for (const image of body.querySelectorAll('img')) image.dataset['src'] = image.getAttribute('src') ?? '';
  body.innerHTML = cleanPastedHtml(body.innerHTML);
  return SchemaParser.fromSchema(schema).parseSlice(body);
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
