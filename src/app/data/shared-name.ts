/** The entry of `localStorage` that marks a shared computer. `boot.js` has the same name. */
export const SHARED = 'spolu.shared-computer';
