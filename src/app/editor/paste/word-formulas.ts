/** Converts Word's own XML for formulas, usually in a comment beside an image, into MathML. */

const FORMULA = /<m:oMath(Para)?>[\s\S]*?<\/m:oMath\1>/gi;
const PICTURE = /\bif !msEquation\b/i;

export function readWordFormulas(body: HTMLElement): void {
  const comments = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const found: Comment[] = [];
  while (comments.nextNode()) found.push(comments.currentNode as Comment);
  for (const comment of found) {
    if (PICTURE.test(comment.data)) dropUntilEnd(comment);
    const formulas = comment.data.match(FORMULA);
    if (!formulas) continue;
    const holder = body.ownerDocument.createElement('span');
    holder.innerHTML = formulas.join('');
    comment.replaceWith(...holder.childNodes);
  }
  for (const formula of body.querySelectorAll('m\\:omath')) {
    const isBlock = formula.parentElement?.localName === 'm:omathpara';
    const drawn = isBlock ? (formula.parentElement ?? formula) : formula;
    drawn.outerHTML = `<math${isBlock ? ' display="block"' : ''}><mrow>${inner(formula)}</mrow></math>`;
  }
}

/** The fallback image for programs without formulas. */
function dropUntilEnd(start: Comment): void {
  let depth = 0;
  for (let next = start.nextSibling; next; next = start.nextSibling) {
    next.remove();
    if (!(next instanceof Comment)) continue;
    if (next.data.startsWith('[if !')) depth += 1;
    else if (next.data.startsWith('[endif') && (depth -= 1) < 0) return;
  }
}

type Write = (element: Element) => string;

const WRITERS: Readonly<Record<string, Write>> = {
  f: (of) => `<mfrac>${row(of, 'num')}${row(of, 'den')}</mfrac>`,
  ssup: (of) => `<msup>${row(of, 'e')}${row(of, 'sup')}</msup>`,
  ssub: (of) => `<msub>${row(of, 'e')}${row(of, 'sub')}</msub>`,
  ssubsup: (of) => `<msubsup>${row(of, 'e')}${row(of, 'sub')}${row(of, 'sup')}</msubsup>`,
  rad: (of) =>
    text(part(of, 'deg')) === ''
      ? `<msqrt>${row(of, 'e')}</msqrt>`
      : `<mroot>${row(of, 'e')}${row(of, 'deg')}</mroot>`,
  nary: (of) =>
    `<munderover><mo>${sign(of, 'chr', '∫')}</mo>${row(of, 'sub')}${row(of, 'sup')}</munderover>${row(of, 'e')}`,
  d: (of) =>
    `<mo>${sign(of, 'begchr', '(')}</mo>${parts(of, 'e').map(wrap).join('<mo>,</mo>')}<mo>${sign(of, 'endchr', ')')}</mo>`,
  func: (of) => `${row(of, 'fname')}${row(of, 'e')}`,
  acc: (of) => `<mover>${row(of, 'e')}<mo>${sign(of, 'chr', '^')}</mo></mover>`,
  bar: (of) => `<mover>${row(of, 'e')}<mo>¯</mo></mover>`,
  limlow: (of) => `<munder>${row(of, 'e')}${row(of, 'lim')}</munder>`,
  limupp: (of) => `<mover>${row(of, 'e')}${row(of, 'lim')}</mover>`,
  m: (of) => `<mtable>${parts(of, 'mr').map(tableRow).join('')}</mtable>`,
  eqarr: (of) =>
    `<mtable>${parts(of, 'e')
      .map((line) => `<mtr><mtd>${inner(line)}</mtd></mtr>`)
      .join('')}</mtable>`,
  r: (of) => tokens(text(of)),
};

const isProperties = (element: Element): boolean => element.localName.endsWith('pr');
const tableRow: Write = (of) =>
  `<mtr>${parts(of, 'e')
    .map((cell) => `<mtd>${inner(cell)}</mtd>`)
    .join('')}</mtr>`;

function inner(element: Element): string {
  return [...element.children]
    .map((child) => {
      if (isProperties(child)) return '';
      const write = WRITERS[child.localName.replace('m:', '')];
      return child.localName.startsWith('m:') && write ? write(child) : inner(child);
    })
    .join('');
}

const wrap: Write = (element) => `<mrow>${inner(element)}</mrow>`;
const text = (element: Element | undefined): string => (element?.textContent ?? '').trim();
const parts = (of: Element, name: string): Element[] =>
  [...of.children].filter(({ localName }) => localName === `m:${name}`);
const part = (of: Element, name: string): Element | undefined => parts(of, name)[0];
const row = (of: Element, name: string): string => `<mrow>${parts(of, name).map(inner).join('')}</mrow>`;

function sign(of: Element, name: string, usual: string): string {
  const property = [...of.children].find(isProperties)?.querySelector(`m\\:${name}`);
  return escaped(property?.getAttribute('m:val') ?? usual);
}

const escaped = (characters: string): string => characters.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A number, a function name, a letter, or any other sign. */
const TOKEN = /[\d.,]*\d|(?:arc)?(?:sin|cos|tan)h?|cot|log|ln|lim|max|min|exp|det|\p{L}\p{M}*|[^\s]/gu;

const tokens = (run: string): string =>
  (run.match(TOKEN) ?? [])
    .map((token) => {
      const name = /^\d/.test(token) ? 'mn' : /^\p{L}/u.test(token) ? 'mi' : 'mo';
      return `<${name}>${escaped(token)}</${name}>`;
    })
    .join('');
