import { indexTextReply } from '#contract/requests.ts';
import { callFunction } from './call-function.ts';

/** Asks for the index of a text that this page ends writing. The server makes none if it has a fresh one. */
export async function indexText(documentId: string, leaving: boolean): Promise<void> {
  await callFunction('index-text', { documentId }, indexTextReply, { leaving });
}
