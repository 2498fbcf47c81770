/**
 * Pauses between keystrokes of human typing, in milliseconds: about 240 ms on average, as in a study of 136 million
 * keystrokes (Dhakal, Feit, Kristensson, Oulasvirta: Observations on Typing from 136 Million Keystrokes, CHI 2018), longer
 * between words and longest between sentences.
 */
const WITHIN_WORD = { medianMs: 150, spread: 0.4 };
const BETWEEN_WORDS = { medianMs: 330, spread: 0.5 };
const BETWEEN_SENTENCES = { medianMs: 1800, spread: 0.5 };
const LETTERS_OF_WORD = 5;
const WORDS_OF_SENTENCE = 12;

interface Pause {
  readonly medianMs: number;
  readonly spread: number;
}

export interface TypedPause {
  readonly ms: number;
  /** A burst ends here, with a long pause. */
  readonly endsBurst: boolean;
}

export function* pausesOf(chance: () => number): Generator<TypedPause> {
  for (;;) {
    for (let word = 1; word <= WORDS_OF_SENTENCE; word += 1) {
      for (let letter = 1; letter < LETTERS_OF_WORD; letter += 1)
        yield { ms: draw(WITHIN_WORD, chance), endsBurst: false };
      if (word < WORDS_OF_SENTENCE) yield { ms: draw(BETWEEN_WORDS, chance), endsBurst: false };
    }
    yield { ms: draw(BETWEEN_SENTENCES, chance), endsBurst: true };
  }
}

/** Log-normal, by the Box–Muller transform. */
function draw({ medianMs, spread }: Pause, chance: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return medianMs * Math.exp(spread * normal);
}
