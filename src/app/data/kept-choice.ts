/** A choice that is kept on this device. Without storage it lasts as long as the page. */
export function keptChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // blocked
    return null;
  }
}

export function keepChoice(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // blocked or full
  }
}
