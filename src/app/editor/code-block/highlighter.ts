/** Loaded with the first code block that has a language. */
import { createLowlight } from 'lowlight';
import { readLanguage } from './code-languages.ts';

export interface ColoredRange {
  readonly from: number;
  readonly to: number;
  readonly className: string;
}

const lowlight = createLowlight();

type Parsed = ReturnType<typeof lowlight.highlight>;
type Child = Parsed['children'][number];

export async function loadGrammar(id: string): Promise<void> {
  const language = readLanguage(id);
  if (!language) throw new Error(`there is no language ${id}`);
  lowlight.register(language.id, (await language.load()).default);
}

/** The highlighted ranges of the text. The grammar must be loaded. */
export function colorRanges(id: string, text: string): readonly ColoredRange[] {
  const ranges: ColoredRange[] = [];
  let at = 0;
  const walk = (nodes: readonly Child[], className: string): void => {
    for (const node of nodes) {
      if (node.type === 'text') {
        if (className !== '') ranges.push({ from: at, to: at + node.value.length, className });
        at += node.value.length;
      } else if (node.type === 'element') {
        const own = node.properties['className'];
        walk(node.children, [className, ...(Array.isArray(own) ? own : [])].join(' ').trim());
      }
    }
  };
  walk(lowlight.highlight(id, text).children, '');
  return ranges;
}
