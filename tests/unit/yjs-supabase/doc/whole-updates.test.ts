/** A live update that deletes waits for everything it depends on; rows of the log do not (PROTOCOL.md, W11, W11a). */
import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { WholeUpdates } from '../../../../src/yjs-supabase/src/doc/whole-updates.ts';
import { createWorld, foldLog, type World } from '../../../support/provider-world.ts';

let world: World | null = null;
afterEach(() => world?.close());

/**
 * Three updates: a sentence, text after it by another author, and a replacement of the sentence that depends on both.
 */
function writeThree(): readonly [Uint8Array, Uint8Array, Uint8Array] {
  const [ann, ben] = [new Y.Doc(), new Y.Doc()];
  const written: Uint8Array[] = [];
  ann.on('update', (update: Uint8Array) => void written.push(update));
  ann.getText('text').insert(0, 'Torn.');
  Y.applyUpdate(ben, Y.encodeStateAsUpdate(ann));
  ben.getText('text').insert(5, ' More.');
  const words = Y.encodeStateAsUpdate(ben, Y.encodeStateVector(ann));
  Y.applyUpdate(ann, words);
  ann.transact(() => {
    ann.getText('text').insert(11, ' Whole.');
    ann.getText('text').delete(0, 5);
  });
  const [sentence, , change] = written;
  if (!sentence || !change) throw new Error('Ann wrote twice.');
  return [sentence, words, change];
}

describe('a live update that deletes', () => {
  const live = (bytes: Uint8Array) => ({ bytes, source: 'live' as const });

  test('waits for its dependency, and is applied with it (W11)', () => {
    const [sentence, words, change] = writeThree();
    const doc = new Y.Doc();
    const whole = new WholeUpdates();
    expect(whole.take(doc, [live(sentence), live(change)])).toEqual([live(sentence)]);
    expect(whole.isWaiting).toBe(true);
    Y.applyUpdate(doc, sentence);
    expect(whole.take(doc, [live(words)])).toEqual([live(words), live(change)]);
    expect(whole.isWaiting).toBe(false);
  });

  test('is applied at once if no dependency is missing (W11)', () => {
    const updates = writeThree().map(live);
    expect(new WholeUpdates().take(new Y.Doc(), updates)).toEqual(updates);
  });
});

describe('the log', () => {
  test.each(['a row', 'a snapshot'])(
    'is shown even if a part of %s depends on lost text (W11a)',
    async (part) => {
      world = createWorld();
      const [sentence, , change] = writeThree();
      world.log.write('edit', sentence);
      world.log.write('edit', change);
      if (part === 'a snapshot') world.log.prune();
      const cleo = world.open('cleo');
      await world.run(3000);
      cleo.text.insert(0, 'Cleo. ');
      await world.run(3000);
      expect(cleo.text.toJSON()).toBe(foldLog(world.log).getText('text').toJSON());
      expect(cleo.text.toJSON()).toBe('Cleo. ');
      expect(cleo.provider.view).toMatchObject({ loaded: true, unsaved: 0, behind: false });
    },
  );
});
