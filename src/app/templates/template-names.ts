/** Our templates, in the order in which they are shown. Their texts are in `texts`. */
export const TEMPLATE_NAMES = ['meeting', 'plan', 'decision', 'contract', 'report'] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** A document that teaches by doing is made in the same way. */
export type TextName = TemplateName | 'sample';
export type Texts = Readonly<Record<TextName, string>>;
