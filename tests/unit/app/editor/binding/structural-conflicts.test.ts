// @vitest-environment jsdom
/** One user changes the structure while another types in it: docs/decisions/0007. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { moveBlocksBy } from '../../../../../src/app/editor/move-blocks/move-blocks.ts';
import { closeSeat, openSeat, type Seat } from '../../../../support/editors.ts';

const REMOTE = { remote: true };
const WORDS = 'Xylophones quietly';
const PARAGRAPHS = '<p>alpha beta</p><p>gamma delta</p><p>end</p>';
const LIST = '<ul><li><p>alpha beta</p></li><li><p>gamma delta</p></li></ul><p>end</p>';

let jana: Seat;
let petr: Seat;

beforeEach(() => {
  jana = openSeat('Jana', '#ce0d6e');
  petr = openSeat('Petr', '#007e68');
});

afterEach(() => {
  closeSeat(jana);
  closeSeat(petr);
});

/** Applies all updates of the other seat, like a provider. */
function take(to: Seat, from: Seat): void {
  const update = Y.encodeStateAsUpdate(from.doc, Y.encodeStateVector(to.doc));
  to.follower.takeIncoming([{ bytes: update, clientId: from.doc.clientID }]);
  Y.transact(to.doc, () => Y.applyUpdate(to.doc, update, REMOTE), REMOTE, false);
}

function find({ editor }: Seat, text: string): number {
  let place = -1;
  editor.state.doc.descendants((node, at) => {
    const offset = node.text?.indexOf(text) ?? -1;
    if (place < 0 && offset >= 0) place = at + offset;
  });
  if (place < 0) throw new Error(`there is no ${text}`);
  return place;
}

function typeAt({ editor }: Seat, place: number): void {
  for (const [offset, letter] of WORDS.split('').entries())
    editor.view.dispatch(editor.state.tr.insertText(letter, place + offset));
}

const caretAt = (seat: Seat, text: string): void =>
  void seat.editor.commands.setTextSelection(find(seat, text));

const PLACES: Readonly<Record<string, (seat: Seat) => number>> = {
  'in the middle': (seat) => find(seat, 'delta'),
  'at the end': (seat) => find(seat, 'delta') + 'delta'.length,
  'in the paragraph before': (seat) => find(seat, 'beta') + 'beta'.length,
  'after splitting it': (seat) => {
    caretAt(seat, ' delta');
    seat.editor.commands.splitBlock();
    return find(seat, 'delta');
  },
};

/** The peer's changes of the second paragraph. `keeps`: text that the peer has seen stays. */
const CHANGES: Readonly<Record<string, { html?: string; keeps: boolean; run: (seat: Seat) => void }>> = {
  'joins it to the one before': {
    keeps: true,
    run: (seat) => {
      caretAt(seat, 'gamma');
      seat.editor.commands.joinTextblockBackward();
    },
  },
  'splits it': {
    keeps: true,
    run: (seat) => {
      caretAt(seat, 'mma');
      seat.editor.commands.splitBlock();
    },
  },
  'makes it a heading': {
    keeps: true,
    run: (seat) => {
      caretAt(seat, 'gamma');
      seat.editor.commands.toggleHeading({ level: 1 });
    },
  },
  'makes it a list': {
    keeps: true,
    run: (seat) => {
      caretAt(seat, 'gamma');
      seat.editor.commands.toggleBulletList();
    },
  },
  'makes it a quotation': {
    keeps: true,
    run: (seat) => {
      caretAt(seat, 'gamma');
      seat.editor.commands.toggleBlockquote();
    },
  },
  'makes it code': {
    keeps: true,
    run: (seat) => {
      caretAt(seat, 'gamma');
      seat.editor.commands.toggleCodeBlock();
    },
  },
  'puts it deeper into a list': {
    html: LIST,
    keeps: true,
    run: (seat) => {
      caretAt(seat, 'gamma');
      seat.editor.commands.sinkListItem('listItem');
    },
  },
  'takes it out of a list': {
    html: LIST,
    keeps: true,
    run: (seat) => {
      caretAt(seat, 'gamma');
      seat.editor.commands.liftListItem('listItem');
    },
  },
  'moves it up': {
    keeps: true,
    run: (seat) => {
      caretAt(seat, 'gamma');
      moveBlocksBy(seat.editor, -1);
    },
  },
  'moves it up in a list': {
    html: LIST,
    keeps: true,
    run: (seat) => {
      caretAt(seat, 'gamma');
      moveBlocksBy(seat.editor, -1);
    },
  },
  'deletes it': {
    keeps: false,
    run: ({ editor }) => {
      const { doc } = editor.state;
      editor.commands.deleteRange({
        from: doc.child(0).nodeSize,
        to: doc.content.size - doc.lastChild!.nodeSize,
      });
    },
  },
  'deletes from before it into it': {
    keeps: false,
    run: (seat) => {
      seat.editor.commands.deleteRange({ from: find(seat, 'alpha'), to: find(seat, 'lta') });
    },
  },
  'replaces everything': {
    keeps: false,
    run: ({ editor }) => {
      editor.commands.selectAll();
      editor.commands.insertContent('new');
    },
  },
};

describe.each(Object.entries(CHANGES))('a peer %s', (_, { html = PARAGRAPHS, keeps, run }) => {
  beforeEach(() => {
    petr.editor.commands.setContent(html);
    take(jana, petr);
  });

  test.each(Object.entries(PLACES))('during input %s: the text is kept exactly once', (_where, place) => {
    run(petr);
    typeAt(jana, place(jana));
    take(jana, petr);
    take(petr, jana);
    expect(jana.editor.getText().split(WORDS)).toHaveLength(2);
    expect(petr.editor.getJSON()).toEqual(jana.editor.getJSON());
    expect(jana.tray.list()).toEqual([]);
  });

  test.each(Object.entries(PLACES))(
    'after the peer has seen input %s: no text is lost without an offer',
    (_where, place) => {
      typeAt(jana, place(jana));
      take(petr, jana);
      run(petr);
      take(jana, petr);
      take(petr, jana);
      const inText = jana.editor.getText();
      expect(petr.editor.getJSON()).toEqual(jana.editor.getJSON());
      if (keeps) expect(inText).toContain(WORDS);
      const offered = jana.tray.list().map(({ text }) => text);
      expect(
        inText.includes(WORDS) || offered.some((text) => WORDS.includes(text) || text.includes(WORDS)),
      ).toBe(true);
      if (inText.includes(WORDS)) expect(offered).toEqual([]);
    },
  );
});
