import type { InlinePictures, readInlinePictures as ReadInlinePictures } from './inline-pictures.ts';
import { later } from '../../ui/load-later.tsx';

const cleaning = later(() => import('./clean-html.ts'));
const formulas = later(async () => (await import('mathml-to-latex')).MathMLToLaTeX);

/** Whether all code to clean `html` is loaded. */
export const isReadyFor = (html: string): boolean =>
  cleaning.read() !== null && (formulas.read() !== null || !cleaning.read()?.hasMathml(html));

/** Cleans as far as the code is loaded. */
export function cleanNow(html: string): string {
  const writer = formulas.read();
  return cleaning.read()?.cleanCopiedHtml(html, (mathml) => writer?.convert(mathml) ?? '') ?? html;
}

/** Null without pictures, and until the code is loaded. */
export const readInlinePictures = (...args: Parameters<typeof ReadInlinePictures>): InlinePictures | null =>
  cleaning.read()?.readInlinePictures(...args) ?? null;

/** Resolves when the code for `html` is loaded, or loading has failed. */
export async function getReadyFor(html: string): Promise<void> {
  await cleaning.ask();
  if (cleaning.read()?.hasMathml(html)) await formulas.ask();
}
