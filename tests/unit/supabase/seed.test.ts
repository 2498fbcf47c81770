import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';

test('create_document writes the bytes of one empty paragraph by client 1', () => {
  const doc = new Y.Doc();
  doc.clientID = 1;
  doc.getXmlFragment(TEXT_ROOT).insert(0, [new Y.XmlElement('paragraph')]);
  const sql = readFileSync('supabase/migrations/20261121210250_key_documents.sql', 'utf8');
  const written = /seed constant bytea := '\\x([0-9a-f]+)'/.exec(sql)?.[1];
  expect(written).toBe(Buffer.from(Y.encodeStateAsUpdate(doc)).toString('hex'));
});
