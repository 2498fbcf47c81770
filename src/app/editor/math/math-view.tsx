import { InputRule } from '@tiptap/core';
import { NodeViewWrapper, ReactNodeViewRenderer, useEditorState, type NodeViewProps } from '@tiptap/react';
import { Selection } from '@tiptap/pm/state';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readLatex } from '#contract/text/leaf-text.ts';
import { loadLater } from '../../ui/load-later.tsx';
import { Formula } from './formula.tsx';
import { BlockMath, InlineMath } from '../schema/math.ts';
import { useDraft } from './use-draft.ts';

const MathCard = loadLater(() => import('./math-card.tsx').then((part) => part.MathCard));

/** Formulas in a live editor: drawn, with a card for the source while selected. */
export const LiveInlineMath = InlineMath.extend({
  addNodeView: () => ReactNodeViewRenderer(MathView, { as: 'span' }),
  // A single dollar is a currency sign.
  addInputRules() {
    return [
      new InputRule({
        find: /\$\$([^$\s](?:[^$]*[^$\s])?)\$\$$/,
        handler: ({ range, match, chain }) => {
          chain()
            .insertContentAt(range, { type: this.name, attrs: { latex: match[1] ?? '' } })
            .run();
        },
      }),
    ];
  },
});
export const LiveBlockMath = BlockMath.extend({ addNodeView: () => ReactNodeViewRenderer(MathView) });

function MathView({ node, editor, getPos, selected }: NodeViewProps) {
  const { t } = useTranslation('editor');
  const frame = useRef<HTMLElement>(null);
  const editable = useEditorState({ editor, selector: ({ editor: current }) => current.isEditable });
  const [wantsFocus, setWantsFocus] = useState(false);
  const stored = readLatex(node.attrs);
  const isBlock = node.type.name === 'blockMath';
  const isOpen = selected && editable;
  const { draft, setDraft } = useDraft(isOpen, (latex) => {
    const pos = getPos();
    if (pos === undefined || editor.isDestroyed || latex === stored) return;
    editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, 'latex', latex));
  });
  const latex = draft ?? stored;

  // Not a shortcut of the editor, because only this view has its formula.
  useEffect(() => {
    if (!isOpen) return undefined;
    const { dom } = editor.view;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      setWantsFocus(true);
    };
    dom.addEventListener('keydown', onKeyDown, true);
    return () => dom.removeEventListener('keydown', onKeyDown, true);
  }, [isOpen, editor]);

  /** Moves the caret behind the formula. */
  const leave = (): void => {
    const pos = getPos();
    if (pos === undefined) return;
    const { doc, tr } = editor.state;
    editor.view.dispatch(tr.setSelection(Selection.near(doc.resolve(pos + node.nodeSize))));
    editor.commands.focus(undefined, { scrollIntoView: false });
  };

  return (
    <NodeViewWrapper
      ref={frame}
      as={isBlock ? 'div' : 'span'}
      className="math-frame"
      onClick={() => setWantsFocus(true)}
    >
      {latex.trim() === '' ? (
        <span className="formula-empty">{t('math.empty')}</span>
      ) : (
        <Formula latex={latex} isBlock={isBlock} />
      )}
      {isOpen ? (
        <MathCard
          anchor={frame}
          editor={editor}
          latex={latex}
          wantsFocus={wantsFocus || stored === ''}
          onChange={setDraft}
          onClosed={() => setWantsFocus(false)}
          onLeave={leave}
        />
      ) : null}
    </NodeViewWrapper>
  );
}
