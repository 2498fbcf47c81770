/** Whether a straight quote before the position is still open; such quotes are literal, as in code. */
export function isInStraightQuotes(before: string, quote: '"' | "'"): boolean {
  let isOpen = false;
  for (let at = before.indexOf(quote); at >= 0; at = before.indexOf(quote, at + 1)) {
    const [last, next] = [before.charAt(at - 1), before.charAt(at + 1)];
    // Inches, feet and apostrophes, including the one of '90s.
    const isSign = /\d/.test(last) || (quote === "'" && (/\p{L}/u.test(last) || /\d/.test(next)));
    const isInWord = quote === "'" && /\p{L}/u.test(last) && /\p{L}/u.test(next);
    if (isOpen ? !isInWord : !isSign) isOpen = !isOpen;
  }
  return isOpen;
}
