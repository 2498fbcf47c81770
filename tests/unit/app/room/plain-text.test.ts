import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { plainText } from '../../../../src/app/room/plain-text.ts';

function element(name: string, ...children: (Y.XmlElement | Y.XmlText)[]): Y.XmlElement {
  const made = new Y.XmlElement(name);
  made.insert(0, children);
  return made;
}

test('one line per block, without formatting, at any depth', () => {
  const root = new Y.Doc().getXmlFragment('default');
  const bold = new Y.XmlText('Bold');
  root.insert(0, [
    element('heading', new Y.XmlText('Plan')),
    element('paragraph', bold, element('hardBreak'), new Y.XmlText('second line')),
    element('paragraph'),
    element(
      'bulletList',
      element('listItem', element('paragraph', new Y.XmlText('one'))),
      element('listItem', element('paragraph', new Y.XmlText('two'))),
    ),
  ]);
  bold.format(0, 4, { bold: true });
  expect(plainText(root)).toBe('Plan\nBold\nsecond line\n\none\ntwo');
});

test('an empty document has no text', () => {
  expect(plainText(new Y.Doc().getXmlFragment('default'))).toBe('');
});
