// @vitest-environment jsdom
/** The text of a document is the same wherever it is taken from. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { takeSavedText } from '../../../../../src/app/editor/out/take-saved-text.ts';
import { takeText } from '../../../../../src/app/editor/out/take-text.ts';
import { takeSharedText } from '../../../../../src/app/editor/out/write-text.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { writeDocument } from '#contract/text/yjs-document.ts';
import { closeSeat, openSeat, type Seat } from '../../../../support/editors.ts';
import { fillInLayout } from '../../../../support/render-app.tsx';
import { block, p, text } from '../../../../support/document-nodes.ts';

beforeAll(fillInLayout);

const seats: Seat[] = [];
afterEach(() => {
  for (const seat of seats.splice(0)) closeSeat(seat);
});

function share(nodes: readonly DocumentNode[]): Y.Doc {
  const doc = new Y.Doc();
  const shared = writeDocument(nodes).toArray() as Y.XmlElement[];
  doc.getXmlFragment(TEXT_ROOT).insert(
    0,
    shared.map((one) => one.clone()),
  );
  return doc;
}

const mention: DocumentNode = { type: 'mention', attrs: { id: 'u', label: 'Jana' } };
const table = block('table', block('tableRow', block('tableHeader', p('cell'))));

test.each<[name: string, nodes: readonly DocumentNode[], markdown: string, plain: string]>([
  [
    'words and a name',
    [p('Ask ', mention, ' ', text('now', 'bold'))],
    'Ask <span data-type="mention" data-id="u">@Jana</span> **now**',
    'Ask @Jana now',
  ],
  ['the line for the caret below a table', [table, p()], '| cell |\n| --- |', 'cell\n'],
  [
    'a part that cannot be shown',
    [p('Before'), block('listItem', p('# words'))],
    'Before\n\n\\# words',
    'Before\n# words',
  ],
  [
    'one within a line',
    [p('Before ', { type: 'image', content: [text('words')] }, text(' after'))],
    'Before words after',
    'Before \nwords\n after',
  ],
])('%s', async (_name, nodes, markdown, plain) => {
  const doc = share(nodes);
  const state = Y.encodeStateAsUpdate(doc);
  const seat = openSeat('Jana', '#ce0d6e', { state });
  seats.push(seat);
  const ways = (format: 'markdown' | 'text') =>
    Promise.all([takeText(seat.editor, format), takeSharedText(doc, format), takeSavedText([state], format)]);
  for (const taken of await ways('markdown')) expect(taken.trimEnd()).toBe(markdown);
  for (const taken of await ways('text')) expect(taken).toBe(plain);
});
