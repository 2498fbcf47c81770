import { clsx } from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import type { Drawn, Look } from './merged-content.ts';

interface DrawnChangeProps {
  /** As `mergeContent` sets it. */
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly isBlock: boolean;
  readonly children: ReactNode;
}

const TAGS: Readonly<Record<Look, 'ins' | 'del' | 'span'>> = {
  added: 'ins',
  'moved-to': 'ins',
  removed: 'del',
  'moved-from': 'del',
  formatted: 'span',
};

export function DrawnChange({ attrs, isBlock, children }: DrawnChangeProps) {
  const { id, look, by, color, isPlaced, isShortened } = attrs as unknown as Drawn;
  const Tag = isBlock ? 'div' : TAGS[look];
  return (
    <Tag
      data-change={id}
      className={clsx(
        `change change-${look}`,
        isPlaced && 'change-placed',
        isShortened && 'change-shortened',
      )}
      {...(by === '' ? {} : { title: by })}
      {...(color === null ? {} : { style: { '--author': color } as CSSProperties })}
    >
      {children}
    </Tag>
  );
}
