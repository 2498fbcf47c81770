/** A text with some parts marked. */
export function MarkedText({ text, marks }: { readonly text: string; readonly marks: Marks }) {
  return splitMarked(text, marks).map(({ part, isMarked }, index) =>
    isMarked ? (
      <mark key={index} className="bg-transparent font-semibold text-ink">
        {part}
      </mark>
    ) : (
      <span key={index}>{part}</span>
    ),
  );
}

type Marks = readonly (readonly [from: number, to: number])[];

/** The parts of a text in order; the marks are in order too. */
export function splitMarked(text: string, marks: Marks) {
  const parts: { readonly part: string; readonly isMarked: boolean }[] = [];
  let end = 0;
  for (const [from, to] of marks) {
    parts.push(
      { part: text.slice(end, from), isMarked: false },
      { part: text.slice(from, to), isMarked: true },
    );
    end = to;
  }
  parts.push({ part: text.slice(end), isMarked: false });
  return parts.filter(({ part }) => part !== '');
}
