/** Whether a straight quote before has not been closed: one that was meant as it is, as in code. */
export function isInStraightQuotes(before: string, quote: '"' | "'"): boolean {
  let isOpen = false;
  for (let at = before.indexOf(quote); at >= 0; at = before.indexOf(quote, at + 1)) {
    const [last, next] = [before.charAt(at - 1), before.charAt(at + 1)];
    // Inches, feet and apostrophes, also that of '90s.
    const isSign = /\d/.test(last) || (quote === "'" && (/\p{L}/u.test(last) || /\d/.test(next)));
    const isInWord = quote === "'" && /\p{L}/u.test(last) && /\p{L}/u.test(next);
    if (isOpen ? !isInWord : !isSign) isOpen = !isOpen;
  }
  return isOpen;
}
