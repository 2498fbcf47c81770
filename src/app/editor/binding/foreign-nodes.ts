import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Internals of ProseMirror: the DOM mutations it observed, and the range of the document each affects. */
interface Observed {
  readonly domObserver: {
    queue: MutationRecord[];
    flush(): void;
    pendingRecords(): MutationRecord[];
    registerMutation(record: MutationRecord, added: Node[]): Range | null;
  };
  readonly docView: { readonly dirty: number; markDirty(from: number, to: number): void } | null;
}

/** A browser mutates the DOM in the same task as its input event; ProseMirror may read the mutation 20 ms later. */
const INPUT_MS = 25;
const INPUT_EVENTS = ['beforeinput', 'input', 'compositionstart', 'compositionupdate', 'compositionend'];
/** A mutation that repeats within this time is reverted with growing delay, so that two programs do not loop. */
const CALM_MS = 1000;

const isElement = (node: Node): node is Element =>
  node.nodeType === Node.ELEMENT_NODE && node.nodeName !== 'BR';

const changesElements = ({ addedNodes, removedNodes }: MutationRecord): boolean =>
  [...addedNodes, ...removedNodes].some(isElement);

/** Elements that no browser creates from input: those of extensions and page translators. */
const addsForeign = ({ addedNodes }: MutationRecord): boolean =>
  [...addedNodes].some((node) => isElement(node) && (node.localName.includes('-') || isNestedFont(node)));

const isNestedFont = ({ localName, firstElementChild }: Element): boolean =>
  localName === 'font' && firstElementChild?.localName === 'font';

/**
 * ProseMirror reads every DOM mutation as input. Elements that an extension or a page translator puts into the text,
 * despite `translate="no"`, would be written into the document. Elements added or removed without input are not read,
 * and the text is drawn again; attributes stay.
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
    // Mutations inside a node view that draws itself have no range.
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
      // Reveals the method of the prototype.
      Reflect.deleteProperty(domObserver, 'flush');
      for (const name of INPUT_EVENTS) view.dom.removeEventListener(name, noteInput, true);
    },
  };
}

/** Draws in the next task; with backoff when requests repeat. */
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
