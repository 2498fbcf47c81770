// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { ApiError } from '../../../../../src/app/data/api-error.ts';
import { NOTHING } from '../../../../../src/app/data/versions.ts';
import { Playback } from '../../../../../src/app/editor/playback/playback.tsx';
import { fillInLayout, renderApp } from '../../../../support/render-app.tsx';

const requests = vi.hoisted(() => ({ rows: vi.fn<() => Promise<readonly object[]>>() }));

vi.mock(import('../../../../../src/app/data/history-log.ts'), () => ({
  readLog: async function* () {
    yield await requests.rows();
  } as never,
  listWriters: () =>
    Promise.resolve(
      new Map([
        [2, { id: 'jana', name: 'Jana', color: null }],
        [3, { id: null, name: null, color: null }],
      ]),
    ),
}));

beforeAll(fillInLayout);
beforeEach(() => {
  requests.rows.mockReset().mockResolvedValue(write());
});

/** Two people, a minute apart, and maybe the title. */
function write(title = ''): object[] {
  const doc = new Y.Doc();
  const rows: object[] = [];
  doc.on('update', (update: Uint8Array) =>
    rows.push({
      seq: rows.length + 1,
      client: doc.clientID,
      atMs: Date.UTC(2020, 10, 20, 9, rows.length),
      update,
    }),
  );
  const leaf = new Y.XmlText('One');
  doc.clientID = 2;
  doc.transact(() => {
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [leaf]);
    doc.getXmlFragment('default').insert(0, [paragraph, new Y.XmlElement('horizontalRule')]);
  });
  doc.clientID = 3;
  leaf.insert(3, ' and two');
  doc.clientID = 4;
  doc.getText('title').insert(0, title);
  return rows;
}

const open = () => renderApp(<Playback documentId="d" before={NOTHING} until={2} />);
const text = () => document.querySelector('.document-text')?.textContent;

test('the text is shown at each moment, with who wrote and when', async () => {
  open();
  const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Moment' });
  expect(text()).toBe('Press Play to watch how the text was written.');
  fireEvent.change(slider, { target: { value: '1' } });
  expect(text()).toBe('One');
  const rule = document.querySelector('.document-text hr');
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^1 of 2: Jana, /);
  fireEvent.change(slider, { target: { value: '2' } });
  expect(text()).toBe('One and two');
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^2 of 2: a former member, /);
  expect(document.querySelector('.document-text hr')).toBe(rule);
  fireEvent.change(slider, { target: { value: '0' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('2 moments');
  expect(screen.getByText('Before the first change')).toBeTruthy();
});

test('what is being written is brought into view and marked', async () => {
  const shown: string[] = [];
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    shown.push(this.nodeName);
  });
  open();
  const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Moment' });
  const marked = () => [...document.querySelectorAll('[data-written]')].map((block) => block.nodeName);
  expect(marked()).toEqual([]);
  fireEvent.change(slider, { target: { value: '1' } });
  expect(marked()).toEqual(['HR']);
  fireEvent.change(slider, { target: { value: '2' } });
  expect(marked()).toEqual(['P']);
  expect(shown).toEqual(['HR', 'INS']);
  expect(document.querySelector('ins')?.textContent).toBe(' and two');
});

test('the title is part of it; an unknown writer is left out of the words', async () => {
  requests.rows.mockResolvedValue(write('Plan'));
  open();
  const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Moment' });
  const title = screen.getByRole('heading', { level: 2 });
  fireEvent.change(slider, { target: { value: '2' } });
  expect(title.textContent).toBe('Untitled');
  fireEvent.change(slider, { target: { value: '3' } });
  expect(title.textContent).toBe('Plan');
  expect(title.matches('[data-written]')).toBe(true);
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^3 of 3: 11\/20, \d+:02\sAM$/u);
});

test('with reduced motion nothing is typed out', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  try {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Play' }));
    await waitFor(() => expect(text()).toBe('One'));
    const seen = new Set<string | undefined>();
    await waitFor(() => {
      seen.add(text());
      expect(text()).toBe('One and two');
    });
    expect([...seen].filter((one) => one !== 'One' && one !== 'One and two')).toEqual([]);
  } finally {
    vi.unstubAllGlobals();
  }
});

test('it plays to the end, and again from the start', async () => {
  open();
  await userEvent.selectOptions(await screen.findByLabelText('Speed'), '64×');
  for (let round = 0; round < 2; round += 1) {
    await userEvent.click(screen.getByRole('button', { name: 'Play' }));
    await waitFor(() => expect(text()).toBe('One and two'));
    await screen.findByRole('button', { name: 'Play' });
  }
});

test('a history that cannot be read is reported, and an empty one', async () => {
  requests.rows.mockRejectedValueOnce(new ApiError({ code: 'unreachable', status: 0 }));
  const first = open();
  expect(await screen.findByRole('alert')).toBeTruthy();
  first.unmount();
  requests.rows.mockResolvedValueOnce([]);
  open();
  expect(await screen.findByText('Nothing was written in this version.')).toBeTruthy();
});

test.each([
  ['en-US', ['1 comment', '5 comments']],
  ['cs', ['1\u00a0komentář', '5\u00a0komentářů']],
] as const)('in %s a dot stands where comments were written, and leads there', async (language, names) => {
  const minute = (number: number): number => Date.UTC(2020, 10, 20, 9, number);
  const comments = [minute(0), ...Array.from({ length: 5 }, () => minute(30)), minute(-1)];
  renderApp(<Playback documentId="d" before={NOTHING} until={2} comments={comments} />, language);
  const first = await screen.findByRole('button', { name: names[0] });
  expect(screen.getByRole('button', { name: names[1] })).toBeTruthy();
  first.focus();
  await userEvent.keyboard('{Enter}');
  expect(text()).toBe('One');
});
