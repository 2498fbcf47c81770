import type { ReactNode } from 'react';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { DrawnChange } from './drawn-change.tsx';

/** The text of a title, with changes as `mergeContent` marks them. */
export const drawTitle = (texts: readonly DocumentNode[]): readonly ReactNode[] =>
  texts.map(({ text, marks: [mark] = [] }, at) =>
    mark ? (
      <DrawnChange key={at} attrs={mark.attrs as Readonly<Record<string, unknown>>} isBlock={false}>
        {text}
      </DrawnChange>
    ) : (
      <span key={at}>{text}</span>
    ),
  );
