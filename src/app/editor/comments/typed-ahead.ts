/** Text that is typed between the request to comment and the field for it, which loads and is placed first. */

/** A field that is not there by then will not come. */
const MOST_MS = 15_000;

interface Typing {
  text: string;
  readonly end: () => void;
}

let typing: Typing | null = null;

const isText = ({ key, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean =>
  !isComposing && !ctrlKey && !metaKey && /^.$/su.test(key);

/** Keeps what is typed from now on, until a field takes it. A click, Escape or Tab drops it. */
export function keepTypedAhead(): void {
  typing?.end();
  const press = (event: KeyboardEvent): void => {
    if (document.activeElement !== document.body) return;
    const { key } = event;
    if (key === 'Escape' || key === 'Tab') return end();
    if (isText(event)) kept.text += key;
    else if (key === 'Enter' && !event.ctrlKey && !event.metaKey) kept.text += '\n';
    else if (key === 'Backspace') kept.text = kept.text.replace(/.$/su, '');
    else return;
    // A space would scroll the page.
    event.preventDefault();
  };
  const end = (): void => {
    clearTimeout(timer);
    document.removeEventListener('keydown', press, true);
    document.removeEventListener('pointerdown', end, true);
    typing = null;
  };
  const timer = setTimeout(end, MOST_MS);
  const kept: Typing = { text: '', end };
  document.addEventListener('keydown', press, true);
  document.addEventListener('pointerdown', end, true);
  typing = kept;
}

/** The lines that were typed; the field has the focus now. */
export function takeTypedAhead(): readonly string[] {
  const text = typing?.text ?? '';
  typing?.end();
  return text === '' ? [] : text.split('\n');
}
