import { nodeInputRule, type Node } from '@tiptap/core';

/** Typed as three hyphens; in Czech the first two have become an en dash by then. */
export function withCzechDashes(rule: Node): Node {
  return rule.extend({
    addInputRules() {
      return [...(this.parent?.() ?? []), nodeInputRule({ find: /^–-$/, type: this.type })];
    },
  });
}
