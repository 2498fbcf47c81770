import { useEffect, useRef } from 'react';
import { drawWhenSeen } from './draw-when-seen.ts';
import './math.css';

interface FormulaProps {
  readonly latex: string;
  readonly isBlock: boolean;
}

/** Draws a formula once it is near the visible part of the page; shows its source until then. */
export function Formula({ latex, isBlock }: FormulaProps) {
  // React does not touch the content of the element.
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    let isCurrent = true;
    let stopWaiting = (): void => undefined;
    if (element.childElementCount === 0) element.textContent = latex;
    import('./draw-formula.ts').then(
      ({ drawFormula }) => {
        if (isCurrent) stopWaiting = drawWhenSeen(element, () => drawFormula(element, latex, isBlock));
      },
      // Offline the source stays; the next formula tries again.
      () => {
        if (isCurrent) element.textContent = latex;
      },
    );
    return () => {
      isCurrent = false;
      stopWaiting();
    };
  }, [latex, isBlock]);
  return <span ref={place} className={isBlock ? 'formula formula-block' : 'formula'} translate="no" />;
}
