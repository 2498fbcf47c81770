// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { DOMParser, DOMSerializer, Node } from '@tiptap/pm/model';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { FormattingToolbar } from '../../../../../src/app/editor/toolbar/formatting-toolbar.tsx';
import { HIGHLIGHT_COLORS } from '../../../../../src/app/editor/schema/highlight.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';
import { type Seat } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';
import { cleanup, fillInLayout, renderApp } from '../../../../support/render-app.tsx';

const schema = documentSchema();
seatTwo();

beforeAll(fillInLayout);

beforeEach(() => {
  jana.editor.commands.setContent('<p>alpha</p>');
  jana.editor.commands.selectAll();
});

afterEach(() => {
  cleanup();
});

/** The drawn color; null for the default, undefined without highlight. */
const marked = ({ editor }: Seat): string | null | undefined =>
  editor.view.dom.querySelector('mark')?.getAttribute('data-color');

function openColors(): void {
  fireEvent.click(screen.getByRole('button', { name: 'More formatting' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Highlight color' }));
}

function choose(name: string): void {
  openColors();
  fireEvent.click(screen.getByRole('menuitemradio', { name }));
}

test('a color is stored by name, shown to the peer, changed and removed', async () => {
  renderApp(
    <FormattingToolbar
      editor={jana.editor}
      actions={{ openLinkCard: () => undefined, chooseImages: () => undefined }}
      blockMenu={null}
    />,
  );
  choose('Green');
  await waitFor(() => expect(marked(petr)).toBe('green'));
  choose('Yellow');
  await waitFor(() => expect(marked(petr)).toBeNull());
  choose('No highlight');
  await waitFor(() => expect(marked(petr)).toBeUndefined());
});

test('the menu checks the current color', async () => {
  renderApp(
    <FormattingToolbar
      editor={jana.editor}
      actions={{ openLinkCard: () => undefined, chooseImages: () => undefined }}
      blockMenu={null}
    />,
  );
  act(() => void jana.editor.commands.setMark('highlight', { color: 'blue' }));
  openColors();
  expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('Blue');
});

test.each(['red; position: fixed', 'x" onclick="alert(1)', { toString: () => 'green' }, 7])(
  'an invalid color from a peer is ignored: %s',
  (color) => {
    const marks = [{ type: 'highlight', attrs: { color } }];
    const doc = Node.fromJSON(schema, {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks }] }],
    });
    const body = document.createElement('div');
    body.append(DOMSerializer.fromSchema(schema).serializeFragment(doc.content));
    expect(body.innerHTML).toBe('<p dir="auto"><mark>x</mark></p>');
  },
);

test('colors of other programs become the default', () => {
  const body = document.createElement('div');
  body.innerHTML = '<p><mark style="background: #f0f" data-color="#ff00ff">x</mark></p>';
  const mark = DOMParser.fromSchema(schema).parse(body).firstChild?.firstChild?.marks[0];
  expect(mark?.attrs).toEqual({ color: null });
});

test('each color is defined for both themes', () => {
  const css = readFileSync('src/app/editor/text/marks.css', 'utf8');
  for (const color of HIGHLIGHT_COLORS.slice(1)) {
    expect(css).toMatch(new RegExp(`\\[data-color='${color}'\\] \\{\\s+--marker: light-dark\\(`));
  }
});
