/** Keys of *Find* that were pressed before its parts were loaded: `boot.js` keeps them. */

interface EarlyFind {
  /** When Mod+K was pressed; the text after it is kept from then on, for a while. */
  askedMs: number;
  text: string;
  /** The keys of the page are heard, so that it opens *Find* itself. */
  isReady: boolean;
}

declare global {
  interface Window {
    spoluFind?: EarlyFind;
  }
}

const NEVER = -Infinity;

/** The page hears the keys until it calls `stop`. `wasAsked`: Mod+K was pressed already. */
export function hearFindKeys(): { readonly wasAsked: boolean; readonly stop: () => void } {
  const early = window.spoluFind;
  if (early) early.isReady = true;
  return {
    wasAsked: early !== undefined && early.askedMs !== NEVER,
    stop: () => {
      if (early) early.isReady = false;
    },
  };
}

/** *Find* opens: the text until its field is there is kept. */
export function keepTyped(): void {
  const early = window.spoluFind;
  if (early && early.askedMs === NEVER) Object.assign(early, { askedMs: performance.now(), text: '' });
}

/** The field is there, or will not be: the text that was kept. */
export function takeTyped(): string {
  const early = window.spoluFind;
  const text = early?.text ?? '';
  if (early) Object.assign(early, { askedMs: NEVER, text: '' });
  return text;
}
