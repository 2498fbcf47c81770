/** Of the card of a thread; its highlight in the text refers to it (`aria-details`). */
export const cardId = (thread: string): string => `comment-${thread}`;
