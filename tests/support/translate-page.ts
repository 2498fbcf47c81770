/**
 * A page translator like those of browsers and extensions: replaces each text of the interface by nested elements, now
 * and after each change. Self-contained, so that a browser can run it as an init script.
 */
export interface TranslatorOptions {
  /** Prefix of each translated text, visible to tests. */
  readonly mark?: string;
  /** Delay of the translation, which then replaces the text even if it changed meanwhile. */
  readonly afterMs?: number;
}

/** Returns a function that stops the translator. */
export function translatePage({ mark = '', afterMs }: TranslatorOptions = {}): () => void {
  const left = 'script, style, noscript, textarea, title, [translate=no], .notranslate';
  const isOwn = (text: Text): boolean => text.parentElement?.matches('font[data-translated]') === true;
  const fontWith = (child: Node): HTMLElement => {
    const font = document.createElement('font');
    font.dataset['translated'] = '';
    font.append(child);
    return font;
  };
  const translate = (text: Text, original: string): void => {
    if (text.parentNode === null) return;
    text.replaceWith(fontWith(fontWith(document.createTextNode(`${mark}${original}`))));
  };
  const readText = (text: Text): void => {
    if (text.data.trim() === '' || isOwn(text) || text.parentElement?.closest(left)) return;
    const original = text.data;
    if (afterMs === undefined) translate(text, original);
    else setTimeout(() => translate(text, original), afterMs);
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
