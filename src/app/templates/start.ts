import type { TextName } from './template-names.ts';

/** A template to begin with: one of our texts, or a document of the user. */
export type Start =
  | { readonly kind: 'text'; readonly name: TextName }
  | { readonly kind: 'document'; readonly id: string };

export const startKey = (start: Start): string => (start.kind === 'text' ? start.name : start.id);

/** A document of the user, as a template. */
export interface OwnTemplate {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: Date;
}
