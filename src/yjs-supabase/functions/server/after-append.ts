/** Steps of the host around those of an append. */
import type { Call } from './define-function.ts';

interface Header {
  readonly documentId: string;
  readonly sessionId: string;
  readonly title?: string | undefined;
}

/** A title that the database passes to the host's `after_append`. */
type Foreseen = { readonly title: string } | null;

export const beforeAppend = async (_call: Call<Header>): Promise<Foreseen> => null;

interface Appended {
  readonly head: number;
  readonly foreseen: Foreseen;
  readonly updates: readonly { readonly counter: number; readonly bytes: Uint8Array }[];
}

export const afterAppend = async (_call: Call<Header>, _appended: Appended): Promise<void> => {};

export const afterRelay = async (_call: Call<Header>, _appended: Appended): Promise<void> => {};
