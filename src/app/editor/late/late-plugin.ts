import {
  Plugin,
  type EditorState,
  type PluginKey,
  type PluginView,
  type Transaction,
} from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { Later } from '../../ui/load-later.tsx';
import { readSelection } from '../binding/fresh-selection.ts';

type Step = readonly [tr: Transaction, before: EditorState, after: EditorState];

const PHASE = 'latePlugin';

/** Several plugins can be loading: each handles only its own arrival. */
interface Coming {
  readonly of: PluginKey;
  readonly now: 'arrived' | 'again';
}

/**
 * Placeholder for a lazily loaded plugin. Adding it later would initialise all plugins again. The plugin must have the
 * same key. The last missed transaction is replayed when it arrives.
 */
export function latePlugin<Part>(key: PluginKey, part: Later<Part>, make: (part: Part) => Plugin): Plugin {
  const atHand = part.read();
  if (atHand !== null) return make(atHand);
  let real: Plugin | null = null;
  let missed: Step | null = null;

  const apply = (value: unknown, step: Step): unknown => {
    const [tr, before, after] = step;
    if (!real && (tr.docChanged || tr.selectionSet)) missed = step;
    const field = real?.spec.state;
    if (!real || !field) return null;
    const coming: Coming | undefined = tr.getMeta(PHASE);
    const now = coming?.of === key ? coming.now : null;
    if (now === 'arrived') return field.init.call(real, {}, after);
    if (now !== 'again' || !missed) return field.apply.call(real, tr, value, before, after);
    return field.apply.call(real, missed[0], value, missed[1], after);
  };

  const announce = (view: EditorView, now: Coming['now']): void =>
    view.dispatch(view.state.tr.setMeta(PHASE, { of: key, now } satisfies Coming));

  const watch = (view: EditorView): PluginView => {
    let viewOfReal = real?.spec.view?.(view);
    const arrive = (): void => {
      const loaded = part.read();
      if (loaded === null || real || view.isDestroyed) return;
      readSelection(view);
      real = make(loaded);
      announce(view, 'arrived');
      Object.assign(shell.props, real.props);
      viewOfReal = real.spec.view?.(view);
      announce(view, 'again');
      missed = null;
    };
    const stop = part.subscribe(arrive);
    void part.ask();
    return {
      update: (...change) => viewOfReal?.update?.(...change),
      destroy: () => {
        stop();
        viewOfReal?.destroy?.();
      },
    };
  };

  const shell: Plugin = new Plugin({
    key,
    state: {
      init: (): unknown => null,
      apply: (tr, value, before, after) => apply(value, [tr, before, after]),
    },
    appendTransaction: (...changes) => real?.spec.appendTransaction?.call(real, ...changes),
    view: watch,
  });
  return shell;
}
