/** The value that `use` reads from the browser's storage; null if the browser blocks it, it is full, or it holds something else. */
export function orNull<T>(use: () => T): T | null {
  try {
    return use();
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return null;
    throw error;
  }
}
