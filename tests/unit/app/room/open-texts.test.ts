import { expect, test, vi } from 'vitest';
import { createOpenTexts } from '../../../../src/app/room/open-texts.ts';
import type { StoredText } from '../../../../src/app/room/texts-database.ts';

const text: StoredText = {
  documentId: 'd',
  generation: 1,
  seq: 3,
  chain: 'c',
  role: 'editor',
  mayEdit: true,
  schema: 1,
  state: new Uint8Array([1]),
};

function open(isListed: boolean | null, list = { isListed }) {
  const texts = {
    put: vi.fn().mockResolvedValue(true),
    remove: vi.fn().mockResolvedValue(undefined),
    putThreads: vi.fn().mockResolvedValue(undefined),
    readThreads: vi.fn().mockResolvedValue(null),
  };
  return { texts, openTexts: createOpenTexts(texts, () => list.isListed) };
}

test('an unlisted document is written once the server allows it', async () => {
  const { texts, openTexts } = open(null);
  openTexts.put(text);
  openTexts.putThreads('d', ['thread']);
  expect(texts.put).not.toHaveBeenCalled();
  openTexts.hear('d', 'thread', { keep: true });
  expect(texts.put).not.toHaveBeenCalled();
  openTexts.hear('d', 'head', { keep: true });
  await vi.waitFor(() => expect(texts.putThreads).toHaveBeenCalledWith('d', ['thread']));
  expect(texts.put).toHaveBeenCalledWith(text);
});

test('or once the list has it, when the document is closed before', () => {
  const list = { isListed: null as boolean | null };
  const { texts, openTexts } = open(null, list);
  openTexts.put(text);
  openTexts.lookAgain();
  expect(texts.put).not.toHaveBeenCalled();
  list.isListed = true;
  openTexts.lookAgain();
  openTexts.lookAgain();
  expect(texts.put).toHaveBeenCalledExactlyOnceWith(text);
});

test('a listed one at once, unless the owner forbids it', () => {
  const allowed = open(true);
  allowed.openTexts.put(text);
  expect(allowed.texts.put).toHaveBeenCalledTimes(1);
  const forbidden = open(false);
  forbidden.openTexts.put(text);
  expect(forbidden.texts.put).not.toHaveBeenCalled();
});

test('when the owner forbids it while it is open, it leaves and is not written again', () => {
  const { texts, openTexts } = open(true);
  openTexts.hear('d', 'head', { keep: false });
  openTexts.hear('d', 'head', { keep: false });
  expect(texts.remove).toHaveBeenCalledExactlyOnceWith('d');
  openTexts.put(text);
  expect(texts.put).not.toHaveBeenCalled();
});

test('a server that says nothing allows it', () => {
  const { texts, openTexts } = open(null);
  openTexts.put(text);
  openTexts.hear('d', 'head', null);
  expect(texts.put).toHaveBeenCalledTimes(1);
});
