import { later } from '../../ui/load-later.tsx';

const cleaning = later(() => import('./clean-html.ts'));
const formulas = later(async () => (await import('mathml-to-latex')).MathMLToLaTeX);

/** True when all that `html` needs to be cleaned is there. */
export const isReadyFor = (html: string): boolean =>
  cleaning.read() !== null && (formulas.read() !== null || !cleaning.read()?.hasMathml(html));

/** As well as it can be cleaned now. */
export function cleanNow(html: string): string {
  const writer = formulas.read();
  return cleaning.read()?.cleanCopiedHtml(html, (mathml) => writer?.convert(mathml) ?? '') ?? html;
}

/** Settles when all that `html` needs is there or cannot be had now. */
export async function getReadyFor(html: string): Promise<void> {
  await cleaning.ask();
  if (cleaning.read()?.hasMathml(html)) await formulas.ask();
}
