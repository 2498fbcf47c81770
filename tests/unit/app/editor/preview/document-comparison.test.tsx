// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PartRestore } from '../../../../../src/app/data/restore-part.ts';
import * as Y from 'yjs';
import type { HeirRange } from '#contract/authorship/heir-ranges.ts';
import { TITLE_ROOT } from '#contract/document-schema.ts';
import { ApiError } from '../../../../../src/app/data/api-error.ts';
import { NOTHING, type SavedState } from '../../../../../src/app/data/versions.ts';
import { DocumentComparison } from '../../../../../src/app/editor/preview/document-comparison.tsx';
import { closeSeat, openSeat } from '../../../../support/editors.ts';
import { fillInLayout, renderApp } from '../../../../support/render-app.tsx';

const requests = vi.hoisted(() => ({
  rows: vi.fn<() => readonly object[]>(),
  writers: vi.fn<(documentId: string, clients: readonly number[]) => Promise<unknown>>(),
}));

vi.mock(import('../../../../../src/app/data/history-log.ts'), () => ({
  readLog: async function* () {
    await Promise.resolve();
    yield requests.rows();
  } as never,
  listWriters: requests.writers as never,
}));

beforeAll(fillInLayout);
beforeEach(() => {
  requests.rows.mockReset().mockReturnValue([]);
  requests.writers.mockReset().mockResolvedValue(new Map());
});

function stateOf(html: string, title = 'Plan'): SavedState {
  const seat = openSeat('Jana', '#ce0d6e');
  seat.editor.commands.setContent(html);
  seat.doc.getText(TITLE_ROOT).insert(0, title);
  const state = Y.encodeStateAsUpdate(seat.doc);
  closeSeat(seat);
  return { seq: 7, updates: [state] };
}

const READ_ONLY = { documentId: 'd', onRevert: null, isReverting: false };

const draw = (before: string, after: string): string => {
  const { container } = renderApp(
    <DocumentComparison {...READ_ONLY} before={stateOf(before)} after={stateOf(after)} />,
  );
  const text = container.querySelector('.document-text')!;
  for (const part of text.querySelectorAll('*')) {
    for (const { name } of [...part.attributes]) {
      if (!['class', 'data-change'].includes(name) || part.className === '') part.removeAttribute(name);
    }
  }
  return text.innerHTML.replaceAll(/ class="change change-(\S+)"/g, ' $1').replaceAll(' data-change=', ' ');
};

test.each([
  [
    'words',
    '<p>the old plan</p>',
    '<p>the new plan</p>',
    '<p>the <del "1" removed>old</del><ins "1" added>new</ins> plan</p>',
  ],
  [
    'marks',
    '<p>a word</p>',
    '<p>a <strong>word</strong></p>',
    '<p>a <span "1" formatted><strong>word</strong></span></p>',
  ],
  ['a new block', '<p>a</p>', '<p>a</p><p>b</p>', '<p>a</p><div "1" added><p>b</p></div>'],
  ['a block that is gone', '<p>a</p><p>b</p>', '<p>b</p>', '<div "1" removed><p>a</p></div><p>b</p>'],
  ['a heading', '<p>The plan</p>', '<h2>The plan</h2>', '<div "1" formatted><h2>The plan</h2></div>'],
  [
    'a new item',
    '<ul><li><p>milk</p></li></ul>',
    '<ul><li><p>milk</p></li><li><p>eggs</p></li></ul>',
    '<ul><li><p>milk</p></li><li><div "1" added><p>eggs</p></div></li></ul>',
  ],
])('%s', (_name, before, after, html) => {
  expect(draw(before, after)).toBe(html);
});

test.each([
  [
    'merged',
    '<td>a</td><td>b</td><td>c</td>',
    '<td colspan="2"><p>a</p><p>b</p></td><td>c</td>',
    ['1', '1', '1'],
  ],
  ['split', '<td colspan="2">a</td><td>c</td>', '<td>a</td><td></td><td>c</td>', ['1', '1', '1']],
  ['still merged', '<td colspan="2">a</td><td>c</td>', '<td colspan="2">a b</td><td>c</td>', ['2', '1']],
])('%s cells are drawn with those that they were, in a whole row', (_, before, after, spans) => {
  const table = (cells: string): string =>
    `<table><tr>${cells}</tr><tr><td>d</td><td>e</td><td>f</td></tr></table>`;
  const { container } = renderApp(
    <DocumentComparison {...READ_ONLY} before={stateOf(table(before))} after={stateOf(table(after))} />,
  );
  const row = container.querySelector('.document-text tr');
  expect([...(row?.children ?? [])].map((cell) => cell.getAttribute('colspan') ?? '1')).toEqual(spans);
});

test('the changes are counted, and N and P go from one to the next', async () => {
  const before = stateOf('<p>one two three four five</p><p>stays</p>');
  const { container } = renderApp(
    <DocumentComparison
      {...READ_ONLY}
      before={before}
      after={stateOf('<p>uno two three cuatro five</p><p>stays</p><p>new</p>')}
    />,
  );
  const status = screen.getByRole('status');
  const current = () => container.querySelector('[data-current]')?.textContent;
  expect(status.textContent).toBe('3 changes');
  await userEvent.keyboard('n');
  expect([status.textContent, current()]).toEqual(['Change 1 of 3', 'one']);
  await userEvent.keyboard('n');
  expect([status.textContent, current()]).toEqual(['Change 2 of 3', 'four']);
  fireEvent.click(screen.getByRole('button', { name: 'Next change' }));
  expect([status.textContent, current()]).toEqual(['Change 3 of 3', 'new']);
  await userEvent.keyboard('n');
  expect(status.textContent).toBe('Change 1 of 3');
  await userEvent.keyboard('p');
  expect(status.textContent).toBe('Change 3 of 3');
});

test.each([
  ['<p>The plan</p>', '<h3>The plan</h3>', 'en-US', 'Change 1 of 1Paragraph → Heading 3'],
  ['<h3>The plan</h3>', '<p>The plan</p>', 'cs', 'Změna 1 z 1Nadpis 3 → Odstavec'],
  ['<p>a word</p>', '<p>a <strong>word</strong></p>', 'en-US', 'Change 1 of 1+ Bold'],
  ['<p>a <em>word</em></p>', '<p>a <u>word</u></p>', 'en-US', 'Change 1 of 1+ Underline, − Italic'],
] as const)('the steps say how %s became %s', async (before, after, language, said) => {
  const states = { before: stateOf(before), after: stateOf(after) };
  renderApp(<DocumentComparison {...READ_ONLY} {...states} />, language);
  await userEvent.keyboard('n');
  expect(screen.getByRole('status').textContent?.replaceAll(/\s/gu, ' ')).toBe(said);
});

test('before the first version there was nothing', () => {
  renderApp(<DocumentComparison {...READ_ONLY} before={NOTHING} after={stateOf('<p>first</p>')} />);
  expect(screen.getByRole('status').textContent).toBe('2 changes');
});

test('a comparison without changes is announced, here in Czech', () => {
  const state = stateOf('<p>the same</p>');
  renderApp(<DocumentComparison {...READ_ONLY} before={state} after={state} />, 'cs');
  expect(screen.getByRole('status').textContent).toBe('Mezi těmito verzemi se nic nezměnilo.');
});

test('a changed title has the earlier one struck through', () => {
  renderApp(
    <DocumentComparison
      {...READ_ONLY}
      before={stateOf('<p>a</p>', 'Plan')}
      after={stateOf('<p>a</p>', 'Program')}
    />,
  );
  const { children } = screen.getByRole('heading', { level: 2 });
  expect(Array.from(children, (part) => `${part.localName} ${part.textContent}`)).toEqual([
    'del Plan',
    'ins Program',
  ]);
});

test.each([
  ['en-US', '2 changes', 'Change 1 of 2', 'Change 2 of 2'],
  ['cs', '2 změny', 'Změna 1 z 2', 'Změna 2 z 2'],
] as const)('a changed title is the first change, and is not reverted (%s)', async (language, ...said) => {
  const scrolled: string[] = [];
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    scrolled.push(this.textContent);
  });
  const states = {
    before: stateOf('<p>a line</p>', 'The plan'),
    after: stateOf('<p>a new line</p>', 'The plan for May'),
  };
  const { container } = renderApp(
    <DocumentComparison {...READ_ONLY} {...states} onRevert={() => undefined} />,
    language,
  );
  const status = () => screen.getByRole('status').textContent.replaceAll(/\s/gu, ' ');
  expect(status()).toBe(said[0]);
  await userEvent.keyboard('n');
  expect(status()).toBe(said[1]);
  expect(container.querySelector('h2 [data-current]')?.textContent).toBe(' for May');
  expect(screen.queryByRole('button', { name: /Revert|Zrušit|Restore|Obnovit/ })).toBeNull();
  await userEvent.keyboard('n');
  expect(status()).toBe(said[2]);
  expect(scrolled).toEqual([' for May', 'new ']);
  fireEvent.click(container.querySelector('h2 ins')!);
  expect(status()).toBe(said[1]);
});

test('a title that is gone is struck through, and one that never was is named so', () => {
  const title = () => screen.getByRole('heading', { level: 2 });
  const first = renderApp(
    <DocumentComparison {...READ_ONLY} before={stateOf('<p>a</p>')} after={stateOf('<p>a</p>', '')} />,
  );
  expect(title().innerHTML).toBe('<del data-change="1" class="change change-removed">Plan</del>');
  first.unmount();
  renderApp(
    <DocumentComparison {...READ_ONLY} before={stateOf('<p>a</p>', '')} after={stateOf('<p>b</p>', '')} />,
  );
  expect(title().textContent).toBe('Untitled');
});

test('a first title stands at the edge of the text', () => {
  renderApp(<DocumentComparison {...READ_ONLY} before={NOTHING} after={stateOf('<p>a</p>', 'Plan')} />);
  const { children } = screen.getByRole('heading', { level: 2 });
  expect(Array.from(children, (part) => part.outerHTML)).toEqual([
    '<ins data-change="1" class="change change-added">Plan</ins>',
  ]);
});

test('bytes that are not a document are reported', () => {
  renderApp(
    <DocumentComparison
      {...READ_ONLY}
      before={NOTHING}
      after={{ seq: 1, updates: [Uint8Array.of(1, 255, 7, 7)] }}
    />,
  );
  expect(screen.getByRole('alert').textContent).toBe('This version can’t be displayed.');
});

test('a change is chosen in the text; the text before it is restored there, in its block, or in its section', async () => {
  const revert = vi.fn<(part: PartRestore, count: number) => void>();
  const { container } = renderApp(
    <DocumentComparison
      before={stateOf(
        '<h2>One</h2><p>a first line of two</p><p>same</p><p>the old end</p><h2>Two</h2><p>gone by now</p>',
      )}
      after={stateOf('<h2>One</h2><p>my first line of three</p><p>same</p><p>the new end</p><h2>Two</h2>')}
      documentId="d"
      onRevert={revert}
      isReverting={false}
    />,
  );
  const choose = async (item: string): Promise<PartRestore['text']> => {
    await userEvent.click(screen.getByRole('button', { name: 'Restore earlier text' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
    expect(revert.mock.lastCall![0].seq).toBe(7);
    return revert.mock.lastCall![0].text;
  };
  const p = (text: string) => ({ block: expect.objectContaining({ content: [{ type: 'text', text }] }) });
  expect(screen.queryByRole('button', { name: 'Restore earlier text' })).toBeNull();
  fireEvent.click(container.querySelector('[data-change="2"]')!);
  expect(screen.getByRole('status').textContent).toBe('Change 2 of 4');
  expect(await choose('At this change')).toEqual([
    { from: 0, to: 1 },
    p('my first line of two'),
    { from: 2, to: 5 },
  ]);
  expect(await choose('At all changes in this block')).toEqual([
    { from: 0, to: 1 },
    p('a first line of two'),
    { from: 2, to: 5 },
  ]);
  expect(await choose('At all changes in this section')).toEqual([
    { from: 0, to: 1 },
    p('a first line of two'),
    { from: 2, to: 3 },
    p('the old end'),
    { from: 4, to: 5 },
  ]);
  expect(revert.mock.lastCall![1]).toBe(3);
  await userEvent.keyboard('p');
  await userEvent.keyboard('p');
  expect(screen.getByRole('status').textContent).toBe('Change 4 of 4');
  await userEvent.click(screen.getByRole('button', { name: 'Restore earlier text' }));
  await screen.findByRole('menuitem', { name: 'At this change' });
  expect(screen.getAllByRole('menuitem')).toHaveLength(1);
});

describe('the authors of changes', () => {
  const JANA = { id: 'jana', name: 'Jana', color: '#ce0d6e' };
  const GONE = { id: null, name: null, color: null };

  /** A document of client 1, then a change by client 2 and one by client 3. */
  function writeInTurn(): { before: SavedState; after: SavedState } {
    const doc = new Y.Doc();
    const updates: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => updates.push(update));
    const leaf = new Y.XmlText('the old plan of ours');
    const as = (client: number, change: () => void): void => {
      doc.clientID = client;
      doc.transact(change);
    };
    as(1, () => {
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [leaf]);
      doc.getXmlFragment('default').insert(0, [paragraph]);
    });
    as(2, () => leaf.insert(20, ' at last'));
    as(3, () => leaf.delete(4, 4));
    requests.rows.mockReturnValue([
      { client: 2, atMs: 0, update: updates[1] },
      { client: 3, atMs: 0, update: updates[2] },
    ]);
    requests.writers.mockResolvedValue(
      new Map<number, object>([
        [2, JANA],
        [3, GONE],
      ]),
    );
    return { before: { seq: 1, updates: updates.slice(0, 1) }, after: { seq: 3, updates } };
  }
  const titles = (): (readonly [string | null, string])[] =>
    Array.from(document.querySelectorAll<HTMLElement>('.change'), (part) => [
      part.getAttribute('title'),
      part.style.getPropertyValue('--author'),
    ]);

  test.each([
    ['owners see who deleted and who added', true, ['Deleted by a former member', 'Added by Jana']],
    ['viewers see who added', false, [null, 'Added by Jana']],
  ] as const)('of the title: %s', async (_, mayRead, said) => {
    const doc = new Y.Doc();
    const updates: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => updates.push(update));
    const title = doc.getText(TITLE_ROOT);
    for (const [client, change] of [
      [1, () => title.insert(0, 'The plan')],
      [3, () => title.delete(4, 4)],
      [2, () => title.insert(4, 'programme')],
    ] as const) {
      doc.clientID = client;
      change();
    }
    requests.rows.mockReturnValue([
      { client: 3, atMs: 0, update: updates[1] },
      { client: 2, atMs: 0, update: updates[2] },
    ]);
    requests.writers.mockResolvedValue(
      new Map<number, object>([
        [2, JANA],
        [3, GONE],
      ]),
    );
    renderApp(
      <DocumentComparison
        {...READ_ONLY}
        onRevert={mayRead ? () => undefined : null}
        before={{ seq: 1, updates: updates.slice(0, 1) }}
        after={{ seq: 3, updates }}
      />,
    );
    await vi.waitFor(() => expect(titles().map(([by]) => by)).toEqual(said));
    expect([...document.querySelectorAll('h2 .change')].map((part) => part.textContent)).toEqual([
      'plan',
      'programme',
    ]);
    await userEvent.keyboard('n');
    expect(screen.getByRole('status').textContent).toMatch(
      mayRead ? /^Change 1 of 1a former member and Jana$/ : /^Change 1 of 1Jana$/,
    );
  });

  test('a deleted word that two changed is one mark, with both names', async () => {
    const doc = new Y.Doc();
    const updates: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => updates.push(update));
    const leaf = new Y.XmlText('a contract here');
    doc.clientID = 1;
    doc.transact(() => {
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [leaf]);
      doc.getXmlFragment('default').insert(0, [paragraph]);
    });
    doc.clientID = 2;
    leaf.delete(5, 5);
    doc.clientID = 3;
    leaf.delete(2, 4);
    requests.rows.mockReturnValue([
      { client: 2, atMs: 0, update: updates[1] },
      { client: 3, atMs: 0, update: updates[2] },
    ]);
    const boris = { id: 'boris', name: 'Boris', color: '#028723' };
    requests.writers.mockResolvedValue(
      new Map<number, object>([
        [2, JANA],
        [3, boris],
      ]),
    );
    const [before, after] = [updates.slice(0, 1), updates].map((some) => ({
      seq: some.length,
      updates: some,
    }));
    renderApp(
      <DocumentComparison {...READ_ONLY} onRevert={() => undefined} before={before!} after={after!} />,
    );
    await vi.waitFor(() => expect(titles()).toEqual([['Deleted by Jana and Boris', '#ce0d6e']]));
    expect(document.querySelector('del')?.textContent).toBe('contract ');
  });

  test('several sessions of a person are one author', async () => {
    const doc = new Y.Doc();
    const rows: object[] = [];
    doc.on('update', (update: Uint8Array) => rows.push({ client: doc.clientID, atMs: 0, update }));
    const leaf = new Y.XmlText('today we ');
    doc.clientID = 2;
    doc.transact(() => {
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [leaf]);
      doc.getXmlFragment('default').insert(0, [paragraph]);
    });
    doc.clientID = 4;
    leaf.insert(9, 'meet');
    requests.rows.mockReturnValue(rows);
    requests.writers.mockResolvedValue(
      new Map<number, object>([
        [2, JANA],
        [4, JANA],
      ]),
    );
    const after = { seq: 2, updates: [Y.encodeStateAsUpdate(doc)] };
    renderApp(
      <DocumentComparison {...READ_ONLY} onRevert={() => undefined} before={NOTHING} after={after} />,
    );
    await vi.waitFor(() => expect(titles()).toEqual([['Added by Jana', '#ce0d6e']]));
  });

  test('text that another person put together is written by one, placed by the other, and shortened', async () => {
    const EVE = { id: 'eve', name: 'Eve', color: '#028723' };
    const doc = new Y.Doc({ gc: false });
    const rows: object[] = [];
    let heirs: readonly HeirRange[] = [];
    doc.on('update', (update: Uint8Array) =>
      rows.push({ client: doc.clientID, atMs: rows.length * 9000, update, heirs }),
    );
    const leaf = new Y.XmlText('Pay Eve? I will never do it today.');
    doc.clientID = 2;
    doc.transact(() => {
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [leaf]);
      doc.getXmlFragment('default').insert(0, [paragraph]);
    });
    doc.clientID = 3;
    leaf.delete(28, 5);
    // “Pay Eve” is cut, and pasted behind the rest.
    leaf.delete(0, 7);
    heirs = [{ clock: 0, from: { client: 2, clock: 2 }, length: 7 }];
    leaf.insert(leaf.length, 'Pay Eve');
    requests.rows.mockReturnValue(rows);
    requests.writers.mockResolvedValue(
      new Map<number, object>([
        [2, JANA],
        [3, EVE],
      ]),
    );
    const after = { seq: 4, updates: [Y.encodeStateAsUpdate(doc)] };
    renderApp(
      <DocumentComparison {...READ_ONLY} onRevert={() => undefined} before={NOTHING} after={after} />,
    );
    await vi.waitFor(() =>
      expect(
        Array.from(document.querySelectorAll<HTMLElement>('ins.change'), (part) => [
          part.title,
          part.textContent,
        ]),
      ).toEqual([
        ['Added by Jana. Eve took out words of the same author here', '.'],
        ['Written by Jana, placed by Eve', 'Pay Eve'],
      ]),
    );
  });

  test('a word that kept a letter is one mark by one person', async () => {
    const doc = new Y.Doc();
    const updates: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => updates.push(update));
    const leaf = new Y.XmlText('we hire her');
    doc.clientID = 1;
    doc.transact(() => {
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [leaf]);
      doc.getXmlFragment('default').insert(0, [paragraph]);
    });
    doc.clientID = 2;
    doc.transact(() => {
      leaf.delete(4, 3);
      leaf.insert(4, 'ired');
    });
    requests.rows.mockReturnValue([{ client: 2, atMs: 0, update: updates[1] }]);
    requests.writers.mockResolvedValue(new Map<number, object>([[2, JANA]]));
    const [before, after] = [updates.slice(0, 1), updates].map((some, at) => ({
      seq: at + 1,
      updates: some,
    }));
    renderApp(
      <DocumentComparison {...READ_ONLY} onRevert={() => undefined} before={before!} after={after!} />,
    );
    await vi.waitFor(() =>
      expect(titles()).toEqual([
        ['Deleted by Jana', '#ce0d6e'],
        ['Added by Jana', '#ce0d6e'],
      ]),
    );
    expect([...document.querySelectorAll('.change')].map((part) => part.textContent)).toEqual([
      'hire',
      'hired',
    ]);
  });

  test('a new paragraph by two is the one’s, with the words of the other marked as theirs', async () => {
    const doc = new Y.Doc();
    const rows: object[] = [];
    doc.on('update', (update: Uint8Array) => rows.push({ client: doc.clientID, atMs: 0, update }));
    const leaf = new Y.XmlText('The reserve is one tenth of it. ');
    doc.clientID = 2;
    doc.transact(() => {
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [leaf]);
      doc.getXmlFragment('default').insert(0, [paragraph]);
    });
    doc.clientID = 3;
    leaf.insert(32, 'Boris wants two.');
    requests.rows.mockReturnValue(rows);
    const boris = { id: 'boris', name: 'Boris', color: '#028723' };
    requests.writers.mockResolvedValue(
      new Map<number, object>([
        [2, JANA],
        [3, boris],
      ]),
    );
    const after = { seq: 2, updates: [Y.encodeStateAsUpdate(doc)] };
    renderApp(
      <DocumentComparison {...READ_ONLY} onRevert={() => undefined} before={NOTHING} after={after} />,
    );
    await vi.waitFor(() =>
      expect(titles()).toEqual([
        ['Added by Jana', '#ce0d6e'],
        ['Added by Boris', '#028723'],
      ]),
    );
    expect(document.querySelector('div.change')?.textContent).toBe(
      'The reserve is one tenth of it. Boris wants two.',
    );
    expect(document.querySelector('ins.change')?.textContent).toBe('Boris wants two.');
  });

  test('is named beside the change, also after the account is gone', async () => {
    renderApp(<DocumentComparison {...READ_ONLY} onRevert={() => undefined} {...writeInTurn()} />);
    await vi.waitFor(() => expect(titles()).toHaveLength(2));
    await vi.waitFor(() =>
      expect(titles()).toEqual([
        ['Deleted by a former member', ''],
        ['Added by Jana', '#ce0d6e'],
      ]),
    );
    await userEvent.keyboard('n');
    expect(screen.getByRole('status').textContent).toBe('Change 1 of 2a former member');
    await userEvent.keyboard('n');
    expect(screen.getByRole('status').textContent).toBe('Change 2 of 2Jana');
  });

  test('the text before all changes of one person is restored', async () => {
    const revert = vi.fn<(part: PartRestore, count: number) => void>();
    renderApp(<DocumentComparison {...READ_ONLY} onRevert={revert} {...writeInTurn()} />, 'cs');
    await userEvent.keyboard('n');
    await screen.findByText('bývalý člen');
    await userEvent.click(screen.getByRole('button', { name: 'Obnovit původní text' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^U\svšech změn: bývalý člen$/u }));
    expect(revert).toHaveBeenCalledWith(
      {
        seq: 3,
        // “old ” was in the earlier document.
        heirs: '0 1 0 1 1 1 2 20 21 2 0 8',
        text: [
          { block: { type: 'paragraph', content: [{ type: 'text', text: 'the old plan of ours at last' }] } },
        ],
      },
      1,
    );
  });

  test('viewers see who added, and do not read the log', async () => {
    renderApp(<DocumentComparison {...READ_ONLY} {...writeInTurn()} />);
    await vi.waitFor(() => expect(titles()[1]).toEqual(['Added by Jana', '#ce0d6e']));
    expect(titles()[0]).toEqual([null, '']);
    expect(requests.rows).not.toHaveBeenCalled();
  });

  test('without an answer of the server the comparison has no names', async () => {
    const states = writeInTurn();
    requests.writers.mockRejectedValue(new ApiError({ code: 'unreachable', status: 0 }));
    renderApp(<DocumentComparison {...READ_ONLY} onRevert={() => undefined} {...states} />);
    await vi.waitFor(() => expect(requests.writers).toHaveBeenCalledOnce());
    expect(titles()).toEqual([
      [null, ''],
      [null, ''],
    ]);
  });
});
