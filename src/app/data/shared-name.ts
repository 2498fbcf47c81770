/** An entry of `localStorage` that says that others use this computer too. `boot.js` has the same name. */
export const SHARED = 'spolu.shared-computer';
