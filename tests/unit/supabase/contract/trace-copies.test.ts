import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { traceCopies } from '#contract/comments/trace-copies.ts';

const imageOf = (src: string): Y.XmlElement => {
  const image = new Y.XmlElement('image');
  image.setAttribute('src', src);
  return image;
};

test('an image that somebody moved is the one that they saw, though another had given it another picture', () => {
  const [ann, ben] = [new Y.Doc(), new Y.Doc()];
  [ann.clientID, ben.clientID] = [1, 2];
  const rows: { seq: number; client: number; atMs: number; update: Uint8Array; isRestore: boolean }[] = [];
  const write = (doc: Y.Doc, change: (root: Y.XmlFragment) => void): void => {
    doc.once('update', (update: Uint8Array) =>
      rows.push({ seq: rows.length + 1, client: doc.clientID, atMs: 0, update, isRestore: false }),
    );
    doc.transact(() => change(doc.getXmlFragment('default')));
  };
  write(ann, (root) => root.insert(0, [imageOf('a.png')]));
  Y.applyUpdate(ben, Y.encodeStateAsUpdate(ann));
  write(ben, (root) => (root.get(0) as Y.XmlElement).setAttribute('src', 'b.png'));
  write(ann, (root) => {
    root.delete(0, 1);
    root.insert(0, [imageOf('a.png')]);
  });
  const { copies } = traceCopies([], rows)!;
  expect(copies.nextOf({ client: 1, clock: 0 })).toEqual({ client: 1, clock: 2 });
});
