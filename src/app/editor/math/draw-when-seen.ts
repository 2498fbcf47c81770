/** Draws elements when they come near the window, a few at a time: a document may have thousands of formulas. */

/** Elements are drawn at this distance from the window. */
const MARGIN = '600px';
/** After this long, drawing pauses for other tasks of the page. */
const SLICE_MS = 12;

const waiting = new Map<Element, () => void>();
const seen = new Set<Element>();
let isDrawing = false;

/** Returns a function that cancels the drawing. Draws at once in a browser without `IntersectionObserver`. */
export function drawWhenSeen(element: Element, draw: () => void): () => void {
  const observer = observe();
  if (observer === null) {
    draw();
    return () => undefined;
  }
  waiting.set(element, draw);
  observer.observe(element);
  return () => forget(element);
}

/** Draws all remaining elements. Call it before printing. */
export function drawAllWaiting(): void {
  for (const element of waiting.keys()) drawNow(element);
}

let observerOfAll: IntersectionObserver | null = null;

function observe(): IntersectionObserver | null {
  if (!('IntersectionObserver' in globalThis)) return null;
  return (observerOfAll ??= new IntersectionObserver(take, { rootMargin: MARGIN }));
}

function take(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries)
    if (isIntersecting) seen.add(target);
    else seen.delete(target);
  if (!isDrawing && seen.size > 0) drawSome();
}

function drawSome(): void {
  const endMs = performance.now() + SLICE_MS;
  for (const element of seen) {
    drawNow(element);
    if (performance.now() >= endMs) break;
  }
  isDrawing = seen.size > 0;
  if (isDrawing) setTimeout(drawSome);
}

function drawNow(element: Element): void {
  const draw = waiting.get(element);
  forget(element);
  draw?.();
}

function forget(element: Element): void {
  waiting.delete(element);
  seen.delete(element);
  observerOfAll?.unobserve(element);
}
