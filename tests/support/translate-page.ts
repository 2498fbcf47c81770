/**
 * A page translator, as browsers and extensions have them: each text of the interface becomes nested elements, now and
 * after each change. It knows nothing outside itself, so that a browser can be given it as an init script.
 */
export interface TranslatorOptions {
  /** Stands before each text, so that a test can see which are translated; empty leaves them as they were. */
  readonly mark?: string;
  /** Until an answer comes, the text stays as it is; the answer then takes its place, whatever it says by then. */
  readonly afterMs?: number;
}

/** Returns its end. */
export function translatePage({ mark = '', afterMs }: TranslatorOptions = {}): () => void {
  const left = 'script, style, noscript, textarea, title, [translate=no], .notranslate';
  const isOwn = (text: Text): boolean => text.parentElement?.matches('font[data-translated]') === true;
  const fontWith = (child: Node): HTMLElement => {
    const font = document.createElement('font');
    font.dataset['translated'] = '';
    font.append(child);
    return font;
  };
  const translate = (text: Text, said: string): void => {
    if (text.parentNode === null) return;
    text.replaceWith(fontWith(fontWith(document.createTextNode(`${mark}${said}`))));
  };
  const readText = (text: Text): void => {
    if (text.data.trim() === '' || isOwn(text) || text.parentElement?.closest(left)) return;
    const said = text.data;
    if (afterMs === undefined) translate(text, said);
    else setTimeout(() => translate(text, said), afterMs);
  };
  const read = (node: Node): void => {
    if (node instanceof Text) readText(node);
    else for (const child of [...node.childNodes]) read(child);
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') read(target);
      else for (const node of addedNodes) if (node.isConnected) read(node);
    }
  });
  const start = (): void => {
    read(document.documentElement);
    observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true });
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
  else start();
  return () => observer.disconnect();
}
