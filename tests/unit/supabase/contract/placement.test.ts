/** Text of one person that another moved or shortened (docs/decisions/0060). The expected column was written first. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import type { LoggedUpdate } from '#contract/authorship/causal-order.ts';
import type { Missing } from '#contract/authorship/placement.ts';
import { joinRanges, type HeirRange } from '#contract/authorship/heir-ranges.ts';
import type { Id } from '#contract/authorship/id-ranges.ts';
import { joinWriters } from '#contract/authorship/name-actors.ts';
import { readTextSpans } from '#contract/authorship/read-spans.ts';
import { runSteps } from '#contract/authorship/run-steps.ts';
import { traceLog, type Trace } from '#contract/authorship/trace-log.ts';
import { readAuthorship } from '#contract/proof/authorship.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';

const [O, B, E, O_NEXT_DAY, E_NEXT_DAY] = [2, 3, 4, 12, 14];
/** Sessions of the same person end with the same digit. */
const isSamePerson = (one: number, other: number): boolean => one % 10 === other % 10;
const NAMES = new Map([
  [O, 'O'],
  [B, 'B'],
  [E, 'E'],
  [O_NEXT_DAY, 'O'],
  [E_NEXT_DAY, 'E'],
]);

interface Cut {
  readonly text: string;
  readonly units: readonly Id[];
}

/** Blocks of text, written by people in turn. A place is a block and a character in it. */
class Pages {
  readonly rows: LoggedUpdate[] = [];
  readonly #doc = new Y.Doc({ gc: false });
  readonly #root = this.#doc.getXmlFragment(TEXT_ROOT);

  constructor(...blocks: readonly (readonly [number, string])[]) {
    for (const [at, [client, text]] of blocks.entries()) {
      this.block(client, at);
      if (text !== '') this.type(client, at, 0, text);
    }
  }

  as(client: number, change: () => void, heirs: readonly HeirRange[] = []): void {
    this.#doc.clientID = client;
    let update = new Uint8Array();
    this.#doc.once('update', (made: Uint8Array) => (update = new Uint8Array(made)));
    this.#doc.transact(change);
    this.rows.push({ client, atMs: this.rows.length * 5000, update, ...(heirs.length > 0 ? { heirs } : {}) });
  }

  #text(block: number): Y.XmlText {
    const find = (node: Y.XmlElement | Y.XmlText): Y.XmlText =>
      node instanceof Y.XmlText ? node : find(node.get(0));
    return find(this.#root.get(block));
  }

  block(client: number, at: number, wrap: readonly string[] = ['paragraph']): void {
    this.as(client, () => {
      const [outer, ...inner] = wrap.map((name) => new Y.XmlElement(name));
      this.#root.insert(at, [outer!]);
      const last = inner.reduce((parent, child) => (parent.insert(0, [child]), child), outer!);
      last.insert(0, [new Y.XmlText()]);
    });
  }

  dropBlock(client: number, at: number): void {
    this.as(client, () => this.#root.delete(at, 1));
  }

  type(client: number, block: number, at: number, text: string): void {
    this.as(client, () => this.#text(block).insert(at, text));
  }

  /** The units of the characters, which are there still. */
  copy(block: number, at: number, length: number): Cut {
    const text = this.#text(block);
    const units: Id[] = [];
    for (let item = text._start; item; item = item.right)
      if (!item.deleted && item.content instanceof Y.ContentString)
        for (let place = 0; place < item.length; place += 1)
          units.push({ client: item.id.client, clock: item.id.clock + place });
    return { text: String(text.toString()).slice(at, at + length), units: units.slice(at, at + length) };
  }

  cut(client: number, block: number, at: number, length: number): Cut {
    const cut = this.copy(block, at, length);
    this.as(client, () => this.#text(block).delete(at, length));
    return cut;
  }

  paste(client: number, { text, units }: Cut, block: number, at: number): void {
    const clock = Y.getState(this.#doc.store, client);
    const heirs = units.map((from, place) => ({ clock: clock + place, from, length: 1 }));
    this.as(client, () => this.#text(block).insert(at, text), joinRanges(heirs));
  }

  move(client: number, from: readonly [number, number, number], to: readonly [number, number]): void {
    this.paste(client, this.cut(client, ...from), ...to);
  }

  all(block: number): readonly [number, number, number] {
    return [block, 0, this.#text(block).length];
  }

  /** Moves a block with its text, as an editor does. */
  moveBlock(client: number, from: number, to: number, wrap?: readonly string[]): void {
    const cut = this.cut(client, ...this.all(from));
    this.dropBlock(client, from);
    this.block(client, to, wrap);
    this.paste(client, cut, to, 0);
  }

  split(client: number, block: number, at: number): void {
    const rest = this.copy(block, at, Infinity);
    this.block(client, block + 1);
    const clock = Y.getState(this.#doc.store, client);
    const heirs = rest.units.map((from, place) => ({ clock: clock + place, from, length: 1 }));
    this.as(
      client,
      () => {
        this.#text(block + 1).insert(0, rest.text);
        this.#text(block).delete(at, rest.text.length);
      },
      joinRanges(heirs),
    );
  }

  /** Joins a block to the one before it. */
  join(client: number, block: number): void {
    const cut = this.cut(client, ...this.all(block));
    this.dropBlock(client, block);
    this.paste(client, cut, block - 1, this.#text(block - 1).length);
  }

  /**
   * Runs of text in order: `O:text` is Olga's; `O<E:text` is Olga's, placed by Eve; `✂E` stands where Eve shortened the text
   * of another; `¶` stands between blocks.
   */
  read(): string {
    const trace = traceLog({ state: [] }, this.rows);
    return this.#root
      .toArray()
      .map((_, block) => this.#readBlock(block, trace))
      .join(' ¶ ');
  }

  #readBlock(block: number, trace: Trace): string {
    const letters = this.#text(block).toString();
    let at = 0;
    return joinWriters(readTextSpans(this.#root.get(block) as Y.XmlElement), trace, isSamePerson)
      .flatMap(({ client, length, placers, missing }) => {
        const [before, after] = (missing ?? [[], []]).map((gap) => gap.slice(0, 1).map(shortened));
        const placed = placers ? `<${NAMES.get(placers[0]!)}` : '';
        at += length;
        return [...before!, `${NAMES.get(client!)}${placed}:${letters.slice(at - length, at)}`, ...after!];
      })
      .join('|');
  }
}

const shortened = ({ remover }: Missing): string => `✂${NAMES.get(remover!)}`;

const REFUSAL = 'I will never pay Eve';
const ABC = 'Ants. Bees. Cats.';
const refusal = () => new Pages([O, REFUSAL]);

const CASES: readonly [title: string, expected: string, pages: Pages, change: (pages: Pages) => void][] = [
  ['text that nobody touched', `O:${REFUSAL}`, refusal(), () => {}],
  ['a word that its writer deletes', 'O:I will pay Eve', refusal(), (p) => p.cut(O, 0, 7, 6)],
  ['a word that another deletes', 'O:I will |✂E|O:pay Eve', refusal(), (p) => p.cut(E, 0, 7, 6)],
  ['a beginning that another deletes', '✂E|O:never pay Eve', refusal(), (p) => p.cut(E, 0, 0, 7)],
  ['an end that another deletes', 'O:I will never|✂E', refusal(), (p) => p.cut(E, 0, 12, 8)],
  ['a deletion that is undone', `O:${REFUSAL}`, refusal(), (p) => p.paste(E, p.cut(E, 0, 7, 6), 0, 7)],
  [
    'a sentence put together from two pieces',
    '✂E|O:never |✂E ¶ O<E:I will pay Eve',
    new Pages([O, REFUSAL], [E, '']),
    (p) => {
      p.move(E, [0, 0, 7], [1, 0]);
      p.move(E, [0, 6, 7], [1, 7]);
    },
  ],
  [
    'the same in the place of the old one',
    'O:I will |O<E:pay Eve|O:never ',
    refusal(),
    (p) => p.move(E, [0, 13, 7], [0, 7]),
  ],
  [
    'the same, with the word between taken away',
    'O<E:never  ¶ O:I will |✂E|O:pay Eve',
    new Pages([O, REFUSAL], [E, '']),
    (p) => {
      p.move(E, [0, 7, 6], [1, 0]);
      p.moveBlock(E, 1, 0);
    },
  ],
  ['a sentence cut and pasted where it was', `O:${REFUSAL}`, refusal(), (p) => p.move(E, p.all(0), [0, 0])],
  ['a word cut and pasted where it was', `O:${REFUSAL}`, refusal(), (p) => p.move(E, [0, 7, 6], [0, 7])],
  [
    'a shortened sentence cut and pasted where it was',
    'O:I will |✂E|O:pay Eve',
    refusal(),
    (p) => {
      p.cut(E, 0, 7, 6);
      p.move(E, p.all(0), [0, 0]);
    },
  ],
  [
    'a block that is moved',
    `B:Hello ¶ O:${REFUSAL}`,
    new Pages([O, REFUSAL], [B, 'Hello']),
    (p) => p.moveBlock(E, 0, 1),
  ],
  [
    'a block that is moved, with a word deleted before',
    'B:Hello ¶ O:I will |✂E|O:pay Eve',
    new Pages([O, REFUSAL], [B, 'Hello']),
    (p) => {
      p.cut(E, 0, 7, 6);
      p.moveBlock(E, 0, 1);
    },
  ],
  [
    'a block that is moved into a list',
    `B:Hello ¶ O:${REFUSAL}`,
    new Pages([O, REFUSAL], [B, 'Hello']),
    (p) => p.moveBlock(E, 0, 1, ['bulletList', 'listItem', 'paragraph']),
  ],
  ['a paragraph that becomes a heading', `O:${REFUSAL}`, refusal(), (p) => p.moveBlock(E, 0, 0, ['heading'])],
  ['a block that is split', 'O:I will  ¶ O:never pay Eve', refusal(), (p) => p.split(E, 0, 7)],
  [
    'a block that is split and joined',
    `O:${REFUSAL}`,
    refusal(),
    (p) => {
      p.split(E, 0, 7);
      p.join(E, 1);
    },
  ],
  [
    'two blocks that are joined',
    'O:Ants. Bees.',
    new Pages([O, 'Ants. '], [O, 'Bees.']),
    (p) => p.join(E, 1),
  ],
  [
    'two blocks that are joined without the one between them',
    'O:I will |O<E:pay Eve ¶ O:never |✂E',
    refusal(),
    (p) => {
      p.split(E, 0, 7);
      p.split(E, 1, 6);
      p.moveBlock(E, 1, 2);
      p.join(E, 1);
    },
  ],
  [
    'a second half typed before after a split',
    'O:I will |B:really  ¶ O:Oh, never pay Eve',
    refusal(),
    (p) => {
      p.split(E, 0, 7);
      p.type(O, 1, 0, 'Oh, ');
      p.type(B, 0, 7, 'really ');
    },
  ],
  [
    'a sentence moved before another',
    'O<E:Bees. |O:Ants. Cats.',
    new Pages([O, ABC]),
    (p) => p.move(E, [0, 6, 6], [0, 0]),
  ],
  [
    'a sentence moved and moved back',
    `O:${ABC}`,
    new Pages([O, ABC]),
    (p) => {
      p.move(E, [0, 6, 6], [0, 0]);
      p.move(B, [0, 0, 6], [0, 6]);
    },
  ],
  [
    'a sentence that its writer moves',
    'O:Bees. Ants. Cats.',
    new Pages([O, ABC]),
    (p) => p.move(O, [0, 6, 6], [0, 0]),
  ],
  [
    'a sentence moved into the text of another',
    'B:She said: |O<E:Bees. |B:so there ¶ O:Ants. |✂E|O:Cats.',
    new Pages([B, 'She said: so there'], [O, ABC]),
    (p) => p.move(E, [1, 6, 6], [0, 10]),
  ],
  [
    'the whole text of a block moved into the text of another',
    'B:She said: |O<E:Yes. |B:so there ¶ ',
    new Pages([B, 'She said: so there'], [O, 'Yes. ']),
    (p) => p.move(E, p.all(1), [0, 10]),
  ],
  [
    'a composed block that another moves',
    '✂E|O:never |✂E ¶ B:Hello ¶ O<E:I will pay Eve',
    new Pages([O, REFUSAL], [E, ''], [B, 'Hello']),
    (p) => {
      p.move(E, [0, 0, 7], [1, 0]);
      p.move(E, [0, 6, 7], [1, 7]);
      p.moveBlock(B, 1, 2);
    },
  ],
  [
    'a block put together from sentences of two people',
    'O:Ants. |✂E ¶ ✂E|B: Dogs.  ¶ O<E:Bees. |B<E:Cats.',
    new Pages([O, 'Ants. Bees. '], [B, 'Cats. Dogs. '], [E, '']),
    (p) => {
      p.move(E, [0, 6, 6], [2, 0]);
      p.move(E, [1, 0, 5], [2, 6]);
    },
  ],
  [
    'words of others within a block that is moved',
    'E:x ¶ O:I will |B:never |O:pay Eve',
    new Pages([O, 'I will pay Eve'], [E, 'x']),
    (p) => {
      p.type(B, 0, 7, 'never ');
      p.moveBlock(E, 0, 1);
    },
  ],
  [
    'a word of one in the text of another that a third deletes',
    'O:I will pay Eve',
    new Pages([O, 'I will pay Eve']),
    (p) => {
      p.type(B, 0, 7, 'never ');
      p.cut(E, 0, 7, 6);
    },
  ],
  [
    'letters outside the Latin script, and an emoji of two units',
    'B:Ja: |O<E:žluť😀 |B:! ¶ ✂E|O:日本',
    new Pages([B, 'Ja: !'], [O, 'žluť😀 日本']),
    (p) => p.move(E, [1, 0, 7], [0, 4]),
  ],
  [
    'text that comes back where it was while another typed beside it',
    'O:Ants. Bees. |B:And Boris. |O:Cats.',
    new Pages([O, ABC]),
    (p) => {
      const cut = p.cut(E, 0, 6, 6);
      p.type(B, 0, 6, 'And Boris. ');
      p.paste(E, cut, 0, 6);
    },
  ],
  [
    'text that is pasted twice',
    'O:Ants. Bees. |E:Bees. |O:Cats.',
    new Pages([O, ABC]),
    (p) => {
      const cut = p.cut(E, 0, 6, 6);
      p.paste(E, cut, 0, 6);
      p.paste(E, cut, 0, 12);
    },
  ],
  [
    'two pieces of one cut together, before the one between them elsewhere',
    ' ¶ O<E:never  ¶ O:I will |✂E|O:pay Eve',
    new Pages([O, REFUSAL], [E, ''], [E, '']),
    (p) => {
      const pieces = [p.cut(E, 0, 0, 7), p.cut(E, 0, 0, 6), p.cut(E, 0, 0, 7)] as const;
      p.paste(E, pieces[0], 2, 0);
      p.paste(E, pieces[2], 2, 7);
      p.paste(E, pieces[1], 1, 0);
    },
  ],
  [
    'two pieces of one cut in two places',
    ' ¶ ✂E|O:never  ¶ O<E:I will |O:pay Eve',
    new Pages([O, REFUSAL], [E, ''], [E, '']),
    (p) => {
      const { text, units } = p.cut(E, ...p.all(0));
      const piece = (from: number, to: number) => ({
        text: text.slice(from, to),
        units: units.slice(from, to),
      });
      p.paste(E, piece(7, 13), 1, 0);
      p.paste(E, piece(13, 20), 2, 0);
      p.paste(E, piece(0, 7), 2, 0);
    },
  ],
  [
    'a word that is cut and pasted where it was three times',
    `O:${REFUSAL}`,
    refusal(),
    (p) => {
      for (const client of [E, B, E]) p.move(client, [0, 7, 6], [0, 7]);
    },
  ],
  [
    'three blocks, of which the middle one is deleted, joined',
    'O:I will |✂E|O:pay Eve',
    refusal(),
    (p) => {
      p.split(E, 0, 7);
      p.split(E, 1, 6);
      p.dropBlock(E, 1);
      p.join(E, 1);
    },
  ],
  [
    'an end moved behind much that was deleted',
    'O:I will never |✂E ¶ ✂E|O<E:pay Eve',
    new Pages([O, REFUSAL], [E, '']),
    (p) => {
      p.type(E, 0, 13, 'x'.repeat(201_000));
      p.cut(E, 0, 13, 201_000);
      p.move(E, [0, 13, 7], [1, 0]);
    },
  ],
  [
    'text of two days, shortened on the third',
    'O:I will |✂E|O:pay Eve',
    new Pages([O, 'I will pay Eve']),
    (p) => {
      p.type(O_NEXT_DAY, 0, 7, 'never ');
      p.cut(E_NEXT_DAY, 0, 7, 6);
    },
  ],
  [
    'own text moved the next day',
    'O:Bees. Ants. Cats.',
    new Pages([O, ABC]),
    (p) => p.move(O_NEXT_DAY, [0, 6, 6], [0, 0]),
  ],
  [
    'own text moved and shortened the next day',
    'O:Bees. Cats.',
    new Pages([O, ABC]),
    (p) => {
      p.move(O_NEXT_DAY, [0, 6, 6], [0, 0]);
      p.cut(O_NEXT_DAY, 0, 6, 6);
    },
  ],
  [
    'a shortened text that its writer fills again',
    'O:I will certainly pay Eve',
    refusal(),
    (p) => {
      p.cut(O, 0, 7, 6);
      p.type(O, 0, 7, 'certainly ');
    },
  ],
];

test.each(CASES)('%s', (_, expected, pages, change) => {
  change(pages);
  expect(pages.read()).toBe(expected);
});

test('a proof names who placed and who shortened text, by person', () => {
  const pages = new Pages([O, REFUSAL], [E, '']);
  pages.move(E, [0, 0, 7], [1, 0]);
  pages.move(E_NEXT_DAY, [0, 6, 7], [1, 7]);
  const claims = {
    document: { id: '', title: '' },
    from: 1,
    until: pages.rows.length,
    refused: [],
    chain: '',
    writers: [
      [O, 'olga'],
      [E, 'eve'],
      [E_NEXT_DAY, 'eve'],
    ] as [number, string][],
    people: ['olga', 'eve'].map((id) => ({ id, name: id })),
  };
  const { writers, text } = runSteps(readAuthorship(claims, pages.rows));
  expect(writers.map(({ id, characters, placed }) => [id, characters, placed])).toEqual([
    ['olga', 20, 14],
    ['eve', 0, 0],
  ]);
  expect(text?.map(({ runs }) => runs)).toEqual([
    [[0, 'never ', { shortenedBefore: 1, shortenedAfter: 1 }]],
    [[0, 'I will pay Eve', { placedBy: 1 }]],
  ]);
});
