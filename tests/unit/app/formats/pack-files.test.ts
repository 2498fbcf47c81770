import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { WrittenFile } from '#contract/formats/leaving-text.ts';
import { packFiles } from '../../../../src/app/formats/pack-files.ts';

const file = (name: string, text: string): WrittenFile => ({
  name,
  type: 'text/markdown',
  bytes: strToU8(text),
  losses: [{ kind: 'picture', severity: 'lost', count: 1, example: text, block: 3 }],
});

test('equal names get a number, an archive becomes a folder, and losses are counted together', () => {
  const zip = {
    ...file('Plan.zip', ''),
    type: 'application/zip',
    bytes: zipSync({ 'Plan.md': strToU8('c'), 'pictures/1.png': strToU8('p') }),
    losses: [],
  };
  const packed = packFiles('Dokumenty', [file('Plan.md', 'a'), file('plan.md', 'b'), zip]);
  expect(packed.name).toBe('Dokumenty.zip');
  expect(Object.keys(unzipSync(packed.bytes)).toSorted()).toEqual(
    ['Plan.md', 'Plan/Plan.md', 'Plan/pictures/1.png', 'plan (2).md'].toSorted(),
  );
  expect(packed.losses).toEqual([{ kind: 'picture', severity: 'lost', count: 2, example: 'a', block: null }]);
});
