/** The page that `typing.ts` opens: our editor with three remote users, or plain Tiptap, with the same text. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Editor as PlainEditor } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { Editor } from '../../src/app/editor/editor.tsx';
import { resources } from '../../src/app/i18n/resources.ts';
import { startI18n } from '../../src/app/i18n/start-i18n.ts';
import '../../src/app/ui/theme.css';
import { Tooltips } from '../../src/app/ui/tooltip.tsx';

const WORDS_PER_PARAGRAPH = 80;
const PARAGRAPHS_PER_HEADING = 10;
const SENTENCE = 'the beds by the wall get the sun first and tomatoes go in after the middle of May ';

interface Block {
  readonly name: 'heading' | 'paragraph';
  readonly text: string;
}

function makeText(words: number): readonly Block[] {
  const perSentence = SENTENCE.trim().split(' ').length;
  const paragraph = SENTENCE.repeat(WORDS_PER_PARAGRAPH / perSentence + 1).trim();
  return Array.from({ length: Math.round(words / WORDS_PER_PARAGRAPH) }, (_, at) =>
    at % PARAGRAPHS_PER_HEADING === 0
      ? { name: 'heading', text: `Chapter ${at / PARAGRAPHS_PER_HEADING + 1}` }
      : { name: 'paragraph', text: `${at} ${paragraph}` },
  );
}

declare global {
  interface Window {
    bench: { readonly open: (kind: 'ours' | 'plain', words: number) => void; others: () => unknown };
  }
}

const root = document.getElementById('root')!;

window.bench = {
  open: (kind, words) => (kind === 'ours' ? openOurs(makeText(words)) : openPlain(makeText(words))),
  others: () => undefined,
};

function openPlain(text: readonly Block[]): void {
  const content = text.map((block) => ({
    type: block.name,
    content: [{ type: 'text', text: block.text }],
    ...(block.name === 'heading' ? { attrs: { level: 2 } } : {}),
  }));
  const editor = new PlainEditor({
    element: root,
    extensions: [StarterKit],
    content: { type: 'doc', content },
  });
  editor.view.dom.setAttribute('role', 'textbox');
}

function openOurs(text: readonly Block[]): void {
  const doc = new Y.Doc();
  doc.getXmlFragment(TEXT_ROOT).insert(
    0,
    text.map(({ name, text: words }) => {
      const block = new Y.XmlElement(name);
      // Yjs's type of attributes is string, but any JSON value works.
      if (name === 'heading') block.setAttribute('level', 2 as unknown as string);
      block.insert(0, [new Y.XmlText(words)]);
      return block;
    }),
  );
  const awareness = new Awareness(doc);
  const others = ['Ann', 'Ben', 'Eva'].map((name, index) => openOther(doc, awareness, name, index));
  // Runs in a timer, because script that the debugger calls directly does not count as ScriptDuration.
  window.bench.others = () => setTimeout(() => others.forEach((write) => write()));
  createRoot(root).render(
    <I18nextProvider i18n={startI18n('en-US', resources)}>
      <QueryClientProvider client={new QueryClient()}>
        <Editor
          doc={doc}
          awareness={awareness}
          user={{ name: 'Me', color: '#2d5eec' }}
          editable
          label="Text"
          lang="en-US"
        />
        <Tooltips />
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

/** A remote user in a separate paragraph. Each call inserts one character and moves their caret. */
function openOther(doc: Y.Doc, awareness: Awareness, name: string, index: number): () => void {
  const theirs = new Y.Doc();
  Y.applyUpdate(theirs, Y.encodeStateAsUpdate(doc));
  const theirAwareness = new Awareness(theirs);
  const blocks = theirs.getXmlFragment(TEXT_ROOT);
  const block = blocks.get(Math.floor((blocks.length * (index + 1)) / 5)) as Y.XmlElement;
  const text = block.get(0) as Y.XmlText;
  theirs.on('update', (update: Uint8Array) => Y.applyUpdate(doc, update, 'others'));
  return () => {
    text.insert(text.length, 'x');
    const here = Y.relativePositionToJSON(Y.createRelativePositionFromTypeIndex(text, text.length));
    theirAwareness.setLocalState({ user: { name, color: '#ce0d6e' }, cursor: { anchor: here, head: here } });
    applyAwarenessUpdate(awareness, encodeAwarenessUpdate(theirAwareness, [theirs.clientID]), 'others');
  };
}
