import { expect, test } from 'vitest';
import { imagesState, type UploadState } from '../../../../src/app/editor/images/upload-state.ts';
import { saveWithImages } from '../../../../src/app/pages/save-with-images.ts';

const WAITING: UploadState = { kind: 'waiting' };
const SENDING: UploadState = { kind: 'sending', attempt: 1, sent: 0.5 };
const PAUSING: UploadState = { kind: 'pausing', attempt: 1 };
const FAILED: UploadState = { kind: 'failed', code: 'too_large' };

test.each([
  [[], 'saved'],
  [[WAITING], 'saving'],
  [[SENDING], 'saving'],
  [[PAUSING], 'saving'],
  [[FAILED], 'not-saved'],
  [[SENDING, FAILED, WAITING], 'not-saved'],
] as const)('with the images %o a saved text is %s', (states, save) => {
  expect(saveWithImages('saved', imagesState(states.map((state) => ({ state }))))).toBe(save);
});

test.each(['offline', 'signed-out'] as const)('%s: nobody promises that an image is kept', (save) => {
  expect(saveWithImages(save, 'none')).toBe(save);
  expect(saveWithImages(save, 'sending')).toBe('saving');
  expect(saveWithImages(save, 'failed')).toBe('not-saved');
});

test.each(['not-saved', 'ended'] as const)('%s stays, whatever the images do', (save) => {
  for (const images of ['none', 'sending', 'failed'] as const)
    expect(saveWithImages(save, images)).toBe(save);
});
