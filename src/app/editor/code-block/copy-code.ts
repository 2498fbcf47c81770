import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/toast.tsx';

type Translator = Pick<ReturnType<typeof useTranslation>['i18n'], 't'>;

export function copyCode(code: string, { t }: Translator): void {
  navigator.clipboard.writeText(code).then(
    () => showToast.success(t('editor:code.copied')),
    () => showToast.error(t('editor:code.copyFailed')),
  );
}

export interface CodeCopying {
  /** Accessible name of the button. */
  readonly name: () => string;
  readonly copy: (code: string) => void;
}

/** A copy button on each code block for readers; editors have it in the toolbar of the block. */
export const codeCopies = (copying: CodeCopying) =>
  Extension.create({
    name: 'codeCopies',
    addProseMirrorPlugins() {
      const { editor } = this;
      let drawn: { readonly doc: Node; readonly buttons: DecorationSet } | null = null;
      return [
        new Plugin({
          key: new PluginKey('codeCopies'),
          props: {
            decorations: ({ doc }) => {
              if (editor.isEditable) return null;
              if (drawn?.doc !== doc)
                drawn = { doc, buttons: DecorationSet.create(doc, buttonsIn(doc, copying)) };
              return drawn.buttons;
            },
          },
        }),
      ];
    },
  });

function buttonsIn(doc: Node, copying: CodeCopying): Decoration[] {
  const buttons: Decoration[] = [];
  const draw = (view: EditorView, getPos: () => number | undefined) => drawButton(view, getPos, copying);
  doc.descendants(({ type, isTextblock }, pos) => {
    if (type.spec.code)
      buttons.push(Decoration.widget(pos + 1, draw, { key: 'copy', side: -1, stopEvent: () => true }));
    return !isTextblock;
  });
  return buttons;
}

function drawButton(
  view: EditorView,
  getPos: () => number | undefined,
  { name, copy }: CodeCopying,
): HTMLElement {
  const place = document.createElement('span');
  const button = document.createElement('button');
  place.className = 'code-copy-place';
  button.className = 'code-copy';
  button.type = 'button';
  button.title = name();
  button.setAttribute('aria-label', name());
  button.addEventListener('click', () => {
    const pos = getPos();
    if (pos !== undefined) copy(view.state.doc.resolve(pos).parent.textContent);
  });
  place.append(button);
  return place;
}
