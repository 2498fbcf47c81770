/** Texts and threads of open documents on their way to the device. They wait until the owner is known to allow it. */
import * as z from 'zod/mini';
import { onListed, readKeptList } from '../data/kept-lists.ts';
import type { StoredText } from './texts-database.ts';
import { textsOf } from './texts-of.ts';
import type { TextsOnDevice } from './texts-on-device.ts';

export interface OpenTexts {
  put(text: StoredText): void;
  /** Kept beside the text, once that is here. */
  putThreads(documentId: string, threads: unknown): void;
  readThreads(documentId: string): Promise<unknown>;
  /** A message of the server about an open document. */
  hear(documentId: string, name: string, value: unknown): void;
  /** The list of documents has come. */
  lookAgain(): void;
}

type Texts = Pick<TextsOnDevice, 'put' | 'remove' | 'putThreads' | 'readThreads'>;

const reply = z.object({ keep: z.boolean() });

interface Waiting {
  readonly text?: StoredText;
  readonly threads?: unknown;
}

/** `isAllowed`: as the list of documents has it; null if it does not list the document. */
export function createOpenTexts(texts: Texts, isAllowed: (documentId: string) => boolean | null): OpenTexts {
  const heard = new Map<string, boolean>();
  const waiting = new Map<string, Waiting>();

  async function write(documentId: string): Promise<void> {
    const { text, threads } = waiting.get(documentId) ?? {};
    const may = heard.get(documentId) ?? isAllowed(documentId);
    if (may === null) return;
    waiting.set(documentId, threads === undefined ? {} : { threads });
    if (!may) return;
    if (text) await texts.put(text);
    if (threads !== undefined) await texts.putThreads(documentId, threads);
  }

  return {
    put: (text) => {
      waiting.set(text.documentId, { ...waiting.get(text.documentId), text });
      void write(text.documentId);
    },
    putThreads: (documentId, threads) => {
      waiting.set(documentId, { ...waiting.get(documentId), threads });
      void write(documentId);
    },
    readThreads: (documentId) => texts.readThreads(documentId),
    hear: (documentId, name, value) => {
      if (name !== 'head') return;
      // A server that says nothing allows it.
      const may = reply.safeParse(value).data?.keep ?? true;
      if (heard.get(documentId) === may) return;
      heard.set(documentId, may);
      if (may) void write(documentId);
      else void texts.remove(documentId);
    },
    lookAgain: () => {
      for (const documentId of waiting.keys()) void write(documentId);
    },
  };
}

const opened = new Map<string, OpenTexts>();

/** Null where nothing is kept on the device. */
export function openTextsOf(userId: string): OpenTexts | null {
  const texts = textsOf(userId);
  if (!texts) return null;
  const known =
    opened.get(userId) ??
    createOpenTexts(
      texts,
      (documentId) =>
        readKeptList<{ id: string; keepOnDevices?: boolean }>(userId)?.documents?.find(
          ({ id }) => id === documentId,
        )?.keepOnDevices ?? null,
    );
  if (!opened.has(userId)) onListed(() => known.lookAgain());
  opened.set(userId, known);
  return known;
}
