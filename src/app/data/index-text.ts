import { callFunctionForReply } from './call-function.ts';

/**
 * Asks for the index of a text that this page ends writing. The server makes none if it has a fresh one; nothing of its reply
 * is needed, and the schemas of replies load later than an open document.
 */
export async function indexText(documentId: string, leaving: boolean): Promise<void> {
  await callFunctionForReply('index-text', { documentId }, { leaving });
}
