import { Highlight } from '@tiptap/extension-highlight';

/** Names, not CSS values: the theme says what each looks like in light and in dark. */
export const HIGHLIGHT_COLORS = ['yellow', 'orange', 'red', 'purple', 'blue', 'green'] as const;
export type HighlightColor = (typeof HIGHLIGHT_COLORS)[number];
export const DEFAULT_HIGHLIGHT: HighlightColor = 'yellow';

const isHighlightColor = (value: unknown): value is HighlightColor =>
  HIGHLIGHT_COLORS.some((color) => color === value);

/** The colour that an attribute stands for; peers can write anything there. */
export const readHighlightColor = (value: unknown): HighlightColor =>
  isHighlightColor(value) ? value : DEFAULT_HIGHLIGHT;

/** What is stored for a colour: nothing for the usual one, as typing `==` and the shortcut store it. */
export const storedColor = (color: HighlightColor): HighlightColor | null =>
  color === DEFAULT_HIGHLIGHT ? null : color;

export const NamedHighlight = Highlight.extend({
  addAttributes() {
    return {
      color: {
        default: null,
        parseHTML: (element: HTMLElement) => storedColor(readHighlightColor(element.dataset['color'])),
        renderHTML: ({ color }: Record<string, unknown>) =>
          isHighlightColor(color) ? { 'data-color': color } : {},
      },
    };
  },
});
