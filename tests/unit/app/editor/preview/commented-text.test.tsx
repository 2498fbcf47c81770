// @vitest-environment jsdom
/** Threads in texts without an editor: highlighted in a version, marked in the later side of a comparison. */
import { fireEvent } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { readSpans, type Span } from '#contract/authorship/read-spans.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { DocumentComparison } from '../../../../../src/app/editor/preview/document-comparison.tsx';
import { DocumentPreview } from '../../../../../src/app/editor/preview/document-preview.tsx';
import type { ShownThreads } from '../../../../../src/app/editor/preview/commented-text.tsx';
import { closeSeat, openSeat } from '../../../../support/editors.ts';
import { fillInLayout, renderApp } from '../../../../support/render-app.tsx';

vi.mock(import('../../../../../src/app/data/history-log.ts'), () => ({
  readLog: async function* () {} as never,
  listWriters: (() => Promise.resolve(new Map())) as never,
}));

beforeAll(fillInLayout);

interface Saved {
  readonly updates: readonly Uint8Array[];
  readonly spans: readonly Span[];
}

function write(...htmls: readonly string[]): readonly Saved[] {
  const seat = openSeat('Jana', '#ce0d6e');
  const saved = htmls.map((html) => {
    seat.editor.commands.setContent(html);
    const spans = readSpans(seat.doc.getXmlFragment(TEXT_ROOT));
    return { updates: [Y.encodeStateAsUpdate(seat.doc)], spans };
  });
  closeSeat(seat);
  return saved;
}

/** Units by their number in the text, in which an element is one before its content. */
const unitsIn = ({ spans }: Saved, from: number, to: number) =>
  spans
    .flatMap(({ client, clock, length }) =>
      Array.from({ length }, (_, at) => ({ client, clock: clock + at, length: 1 })),
    )
    .slice(from, to);

const show = (threads: ShownThreads['threads'], more: Partial<ShownThreads> = {}): ShownThreads => ({
  threads,
  active: null,
  onPick: () => undefined,
  onLayout: () => undefined,
  ...more,
});

const marksIn = (root: HTMLElement): readonly string[] =>
  [...root.querySelectorAll('[data-threads]')].map(
    (part) => `${part.getAttribute('data-threads')}: ${part.textContent || part.innerHTML}`,
  );

test('text, lines and images of threads are highlighted in a version, shorter threads above longer ones', () => {
  const [saved] = write('<p>One <strong>two</strong> three</p><ul><li><p>four</p></li></ul><hr>');
  const { container } = renderApp(
    <DocumentPreview
      updates={saved!.updates}
      comments={show([
        { id: 'long', ranges: unitsIn(saved!, 5, 14) },
        { id: 'short', ranges: unitsIn(saved!, 5, 8) },
        { id: 'item', ranges: unitsIn(saved!, 17, 21) },
        { id: 'rule', ranges: unitsIn(saved!, 21, 22) },
      ])}
    />,
  );
  expect(marksIn(container)).toEqual(['short long: two', 'long:  three', 'item: four', 'rule: <hr>']);
  expect(container.querySelector('strong')?.textContent).toBe('two');
  expect([...container.querySelectorAll('[data-threads]')].map(({ className }) => className)).toEqual([
    'comment-mark',
    'comment-mark',
    'comment-mark',
    'comment-block',
  ]);
});

test('a click on a highlight picks its threads, and the active one is marked', () => {
  const [saved] = write('<p>One two</p>');
  const onPick = vi.fn<ShownThreads['onPick']>();
  const threads = [{ id: 'a', ranges: unitsIn(saved!, 1, 4) }];
  const { container, rerender } = renderApp(
    <DocumentPreview updates={saved!.updates} comments={show(threads, { onPick })} />,
  );
  fireEvent.click(container.querySelector('.comment-mark')!);
  fireEvent.click(container.querySelector('p')!);
  expect(onPick.mock.calls).toEqual([[['a']], [[]]]);
  rerender(<DocumentPreview updates={saved!.updates} comments={show(threads, { active: 'a' })} />);
  expect(container.querySelector('.comment-mark.is-active')?.textContent).toBe('One');
});

test('in a comparison the threads of the later side are marked, not what is gone', () => {
  const [before, after] = write(
    '<p>Gone</p><p>the old plan</p><ul><li><p>milk</p></li><li><p>bread</p></li></ul>',
    '<p>the new plan</p><ul><li><p>milk</p></li><li><p>eggs and ham</p></li></ul><h2>End</h2>',
  );
  const { container } = renderApp(
    <DocumentComparison
      documentId="d"
      onRevert={null}
      isReverting={false}
      before={{ seq: 1, updates: before!.updates }}
      after={{ seq: 2, updates: after!.updates }}
      comments={show([
        { id: 'word', ranges: unitsIn(after!, 5, 13) },
        { id: 'item', ranges: unitsIn(after!, 22, 26) },
        { id: 'end', ranges: unitsIn(after!, 35, 38) },
      ])}
    />,
  );
  const marks = marksIn(container);
  expect(marks.filter((mark) => mark.startsWith('word')).join('')).toBe('word: newword:  plan');
  expect(marks.slice(-2)).toEqual(['item: eggs', 'end: End']);
  expect(container.querySelector('del [data-threads], [data-threads] del')).toBeNull();
});
