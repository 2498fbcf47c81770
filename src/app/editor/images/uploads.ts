/** Runs the uploads of one editor: drives `upload-state.ts` with clock and network, and notifies listeners. */
import { errorCodeOf, type ApiErrorCode } from '../../data/api-error.ts';
import { inTurn } from '../../data/in-turn.ts';
import { retryDelayMs } from '../../data/query-client.ts';
import type { ImagesState } from '../../room/room-status.ts';
import { nextUpload, startUpload, type UploadEvent, type UploadState } from './upload-state.ts';

/** A decoded photo takes up to 400 MB. */
export const MAX_READ_AT_ONCE = 2;
/** Below the number of connections that browsers open to one server: the document needs some. */
export const MAX_SENT_AT_ONCE = 4;

export interface NewUpload {
  readonly id: string;
  /** File name, for display. */
  readonly name: string;
  readonly path: string;
  readonly source: ImageSource;
  /** Attributes of the image node other than `src`. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A local file, or an image of another document. */
export type ImageSource =
  | { readonly kind: 'file'; readonly file: Blob; readonly type: string }
  | { readonly kind: 'copy'; readonly path: string };

export interface Upload extends NewUpload {
  readonly state: UploadState;
}

export interface UploadDeps {
  /** Rejects with an ApiError. */
  readonly send: (
    upload: NewUpload,
    watch: { readonly onProgress: (sent: number) => void; readonly signal: AbortSignal },
  ) => Promise<void>;
  /** Returns a function that cancels the timer. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  readonly hasNetwork: () => boolean;
}

interface UploadOutcome {
  /** Called after each successful upload; returns an error code when the image could not be inserted. */
  readonly onUploaded: (upload: NewUpload) => ApiErrorCode | null;
  /** Called when the upload has failed and waits for a retry or a cancel. */
  readonly onFailed?: (code: ApiErrorCode) => void;
}

interface Running extends UploadOutcome {
  readonly upload: NewUpload;
  state: UploadState;
  /** Aborts the timer or the request of the current state. */
  stop: () => void;
}

const nothing = (): void => undefined;

export class Uploads {
  readonly #deps: UploadDeps;
  readonly #readInTurn = inTurn(MAX_READ_AT_ONCE);
  readonly #sendInTurn = inTurn(MAX_SENT_AT_ONCE);
  readonly #running = new Map<string, Running>();
  readonly #listeners = new Set<() => void>();
  #listed: readonly Upload[] = [];
  /** Images still being read, before their uploads start. */
  #reading = 0;

  constructor(deps: UploadDeps) {
    this.#deps = deps;
  }

  add(upload: NewUpload, outcome: UploadOutcome): void {
    const state = startUpload(this.#deps.hasNetwork());
    const one: Running = { ...outcome, upload, state, stop: nothing };
    this.#running.set(upload.id, one);
    this.#enter(one);
    this.#publish();
  }

  readonly retry = (id: string): void =>
    this.#happenTo(id, { kind: 'retry', hasNetwork: this.#deps.hasNetwork() });

  readonly cancel = (id: string): void => this.#happenTo(id, { kind: 'cancel' });

  /** The browser is online again. */
  readonly networkBack = (): void => {
    for (const id of this.#running.keys()) this.#happenTo(id, { kind: 'network-back' });
  };

  readonly cancelAll = (): void => {
    for (const id of this.#running.keys()) this.cancel(id);
  };

  /** Uploads that are running or have failed. The same array until one changes. */
  readonly list = (): readonly Upload[] => this.#listed;

  /** Counts one image as being sent until `work`, which may add an upload, has settled. It waits for its turn. */
  readonly whileReading = async (work: () => Promise<void>): Promise<void> => {
    this.#reading += 1;
    this.#publish();
    try {
      await this.#readInTurn(work);
    } finally {
      this.#reading -= 1;
      this.#publish();
    }
  };

  readonly state = (): ImagesState => {
    if (this.#listed.some(({ state }) => state.kind === 'failed')) return 'failed';
    return this.#listed.length + this.#reading > 0 ? 'sending' : 'none';
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #happenTo(id: string, event: UploadEvent): void {
    const one = this.#running.get(id);
    if (one) this.#happen(one, event);
  }

  #happen(one: Running, event: UploadEvent): void {
    const after = nextUpload(one.state, event);
    if (after === one.state || this.#running.get(one.upload.id) !== one) return;
    one.state = after;
    if (event.kind !== 'progress') this.#enter(one);
    this.#publish();
  }

  #enter(one: Running): void {
    one.stop();
    one.stop = nothing;
    const { state, upload } = one;
    if (state.kind === 'sending') one.stop = this.#send(one);
    if (state.kind === 'pausing') {
      const pauseMs = retryDelayMs(state.attempt - 1);
      one.stop = this.#deps.after(pauseMs, () => this.#happen(one, { kind: 'due' }));
    }
    if (state.kind === 'uploaded') this.#finish(one);
    if (state.kind === 'cancelled') this.#running.delete(upload.id);
    if (state.kind === 'failed') one.onFailed?.(state.code);
  }

  #send(one: Running): () => void {
    const control = new AbortController();
    const { signal } = control;
    const report = (event: UploadEvent): void => {
      if (!signal.aborted) this.#happen(one, event);
    };
    const onProgress = (sent: number): void => report({ kind: 'progress', sent });
    void this.#sendInTurn(async () => {
      if (signal.aborted) return;
      await this.#deps.send(one.upload, { signal, onProgress }).then(
        () => report({ kind: 'arrived' }),
        (error: unknown) =>
          report({ kind: 'refused', code: errorCodeOf(error), hasNetwork: this.#deps.hasNetwork() }),
      );
    });
    return () => control.abort();
  }

  #finish(one: Running): void {
    const problem = one.onUploaded(one.upload);
    if (problem === null) this.#running.delete(one.upload.id);
    else one.state = { kind: 'failed', code: problem };
  }

  #publish(): void {
    this.#listed = [...this.#running.values()].map(({ upload, state }) => ({ ...upload, state }));
    for (const listener of this.#listeners) listener();
  }
}
