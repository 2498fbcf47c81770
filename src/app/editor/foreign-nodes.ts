import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** What ProseMirror keeps to itself: what it has seen change in the page, and what of that it would read. */
interface Observed {
  readonly domObserver: {
    queue: MutationRecord[];
    flush(): void;
    pendingRecords(): MutationRecord[];
    registerMutation(record: MutationRecord, added: Node[]): Range | null;
  };
  readonly docView: { readonly dirty: number; markDirty(from: number, to: number): void } | null;
}

/** What a browser changes is in the turn of the event that says so; ProseMirror may read it 20 ms later. */
const INPUT_MS = 25;
const INPUT_EVENTS = ['beforeinput', 'input', 'compositionstart', 'compositionupdate', 'compositionend'];
/** A change that comes again within this time is taken back later and later: two programs must not keep each other busy. */
const CALM_MS = 1000;

const isElement = (node: Node): node is Element =>
  node.nodeType === Node.ELEMENT_NODE && node.nodeName !== 'BR';

const changesElements = ({ addedNodes, removedNodes }: MutationRecord): boolean =>
  [...addedNodes, ...removedNodes].some(isElement);

/** No browser makes these of what is typed: elements of extensions, and those of page translators. */
const addsForeign = ({ addedNodes }: MutationRecord): boolean =>
  [...addedNodes].some((node) => isElement(node) && (node.localName.includes('-') || isNestedFont(node)));

const isNestedFont = ({ localName, firstElementChild }: Element): boolean =>
  localName === 'font' && firstElementChild?.localName === 'font';

/**
 * ProseMirror takes every change of the page for typing. An extension that puts its elements into the text, or a page
 * translator that does not respect `translate="no"`, would write into the document. Elements that come or go without any
 * input are not read, and the text is drawn anew; attributes are left as they are.
 */
export const ForeignNodes = Extension.create({
  name: 'foreignNodes',
  addProseMirrorPlugins: () => [new Plugin({ key: new PluginKey('foreignNodes'), view: refuseForeignNodes })],
});

function refuseForeignNodes(view: EditorView): { destroy: () => void } {
  const observed = view as unknown as Observed;
  const { domObserver } = observed;
  const flush = domObserver.flush.bind(domObserver);
  const redraws = redrawCalmly(() => {
    if (observed.docView?.dirty) view.updateState(view.state);
  });
  let inputMs = Number.NEGATIVE_INFINITY;
  const noteInput = (): void => {
    inputMs = performance.now();
  };
  const refuse = (isForeign: (record: MutationRecord) => boolean): void => {
    const records = domObserver.pendingRecords();
    if (!records.some(isForeign)) return;
    const added: Node[] = [];
    const ranges = records.map((record) => domObserver.registerMutation(record, added));
    // Some are within what draws itself, and are none of its business.
    if (!records.some((record, at) => ranges[at] && isForeign(record))) return;
    domObserver.queue = [];
    for (const range of ranges) if (range) observed.docView?.markDirty(range.from, range.to);
    redraws.ask();
  };
  domObserver.flush = () => {
    const hasInput = performance.now() - inputMs < INPUT_MS;
    if (observed.docView) refuse(hasInput ? addsForeign : changesElements);
    if (!hasInput) domObserver.queue = domObserver.queue.filter(({ type }) => type !== 'attributes');
    flush();
  };
  for (const name of INPUT_EVENTS) view.dom.addEventListener(name, noteInput, true);
  return {
    destroy: () => {
      redraws.end();
      // What the observer had of its own is under this one.
      Reflect.deleteProperty(domObserver, 'flush');
      for (const name of INPUT_EVENTS) view.dom.removeEventListener(name, noteInput, true);
    },
  };
}

/** Draws in the next turn; the more often it is asked for, the later. */
function redrawCalmly(draw: () => void): { ask: () => void; end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = 0;
  let askedMs = Number.NEGATIVE_INFINITY;
  const run = (): void => {
    timer = undefined;
    draw();
  };
  const ask = (): void => {
    const nowMs = performance.now();
    delayMs = nowMs - askedMs < CALM_MS ? Math.min(CALM_MS / 2, 2 * delayMs + 1) : 0;
    askedMs = nowMs;
    timer ??= setTimeout(run, delayMs);
  };
  return { ask, end: () => clearTimeout(timer) };
}
