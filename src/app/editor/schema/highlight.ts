import { Highlight } from '@tiptap/extension-highlight';

/** Names, not CSS values: the theme defines each in light and dark. */
export const HIGHLIGHT_COLORS = ['yellow', 'orange', 'red', 'purple', 'blue', 'green'] as const;
export type HighlightColor = (typeof HIGHLIGHT_COLORS)[number];
export const DEFAULT_HIGHLIGHT: HighlightColor = 'yellow';

const isHighlightColor = (value: unknown): value is HighlightColor =>
  HIGHLIGHT_COLORS.some((color) => color === value);

/** Validates the attribute, which peers can set to anything. */
export const readHighlightColor = (value: unknown): HighlightColor =>
  isHighlightColor(value) ? value : DEFAULT_HIGHLIGHT;

/** The stored value: null for the default, as the shortcut and a typed `==` store it. */
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
