/** Of the card of a thread; its highlight in the text refers to it (`aria-details`). */
export const cardId = (thread: string): string => `comment-${thread}`;

/** Returns whether the card is shown. */
export function focusCard(thread: string): boolean {
  const card = document.getElementById(cardId(thread));
  card?.focus();
  return card !== null;
}
