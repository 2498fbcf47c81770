import type { Drawn, Look } from '../../preview/merged-content.ts';
import { openTag } from './tags.ts';

const NAMES: Readonly<Record<Look, 'ins' | 'del' | 'span'>> = {
  added: 'ins',
  'moved-to': 'ins',
  removed: 'del',
  'moved-from': 'del',
  formatted: 'span',
};

/** The part of a `Drawn` that a file has, and the numbers of its authors. */
export interface WrittenChange extends Pick<Drawn, 'look'>, Partial<Pick<Drawn, 'by' | 'color'>> {
  readonly sign?: string;
}

export function changeTag(
  { look, by = '', sign = '', color = null }: WrittenChange,
  isBlock: boolean,
): { readonly open: string; readonly close: string } {
  const name = isBlock && NAMES[look] === 'span' ? 'div' : NAMES[look];
  const open = openTag(name, {
    'data-change': look,
    title: by || null,
    'data-by': sign || null,
    'data-block': isBlock ? true : null,
    style: color === null ? null : `--by: ${color}`,
  });
  return { open, close: `</${name}>` };
}
