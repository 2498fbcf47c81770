import { measureOurTyping } from '../bench/typing.ts';
import { expect, test } from './spolu.ts';

/** Two frames. The benchmark compares with other editors; this is only a bound on a busy machine. */
const TWO_FRAMES_MS = 33;

test('a keystroke in a text of fifty pages with three remote authors takes less script time than two frames', async () => {
  const { p50Ms } = await measureOurTyping(20_000, 30);
  expect(p50Ms).toBeLessThan(TWO_FRAMES_MS);
});
