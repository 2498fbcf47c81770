import { useEffect, useRef } from 'react';
import './math.css';

interface FormulaProps {
  readonly latex: string;
  readonly isBlock: boolean;
}

/** Draws a formula; shows its source until then. */
export function Formula({ latex, isBlock }: FormulaProps) {
  // React does not touch the content of the element.
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    let isCurrent = true;
    if (element.childElementCount === 0) element.textContent = latex;
    import('./draw-formula.ts').then(
      ({ drawFormula }) => {
        if (isCurrent) drawFormula(element, latex, isBlock);
      },
      // Offline the source stays; the next formula tries again.
      () => {
        if (isCurrent) element.textContent = latex;
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [latex, isBlock]);
  return <span ref={place} className={isBlock ? 'formula formula-block' : 'formula'} translate="no" />;
}
