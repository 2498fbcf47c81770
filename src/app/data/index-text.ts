import { callFunctionForReply } from './call-function.ts';

/**
 * Asks for the index of a text that this page ends writing. The server makes none if it has a fresh one; nothing of its reply
 * is needed, and the schemas of replies load later than an open document. Its sweep indexes what no page could.
 */
export const askForIndex =
  (documentId: string) =>
  (leaving: boolean): void =>
    void callFunctionForReply('index-text', { documentId }, { leaving }).catch(() => undefined);
