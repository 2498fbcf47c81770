import { useEffect, useRef } from 'react';
import './math.css';

interface FormulaProps {
  readonly latex: string;
  readonly isBlock: boolean;
}

/** A formula; until it can be drawn, its source. */
export function Formula({ latex, isBlock }: FormulaProps) {
  // React leaves alone what is in it.
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
      // Without the network the source has to do; the next formula asks again.
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
