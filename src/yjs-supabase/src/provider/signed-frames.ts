/**
 * Signs outgoing frames and verifies incoming ones (PROTOCOL.md, W12). Both are asynchronous but keep the order: frames leave
 * as the core sent them, and those of one author reach the core as they arrived.
 */
import type { CoreEvent, Effect } from '../core/events.ts';
import type { Signatures, Signer } from '../ports/signatures.ts';
import { encodeBody, messageOf, sealBody, type SignedCursor } from '../protocol/signed-frame.ts';
import { InOrder } from './in-order.ts';

/** Further frames count as lost, so that a flood of forged ones cannot fill the memory. */
const MAX_VERIFYING = 1000;

export interface SignedFramesContext {
  readonly documentId: string;
  readonly signatures: Signatures;
  /** The local cursor, with the next running number. */
  readonly takeCursor: () => SignedCursor;
  readonly send: (lane: 'upd' | 'aw', bytes: Uint8Array) => void;
  readonly dispatch: (event: CoreEvent) => void;
  readonly report: (error: unknown) => void;
}

export class SignedFrames {
  /** Null where the host has no Ed25519. */
  readonly signer: PromiseLike<Signer | null>;
  readonly #context: SignedFramesContext;
  #signer: Signer | null = null;
  readonly #leaving = new InOrder();
  readonly #arriving = new Map<string, InOrder>();
  #verifying = 0;
  #unmade = 0;

  constructor(context: SignedFramesContext) {
    this.#context = context;
    const keep = (signer: Signer | null): Signer | null => (this.#signer = signer);
    this.signer = context.signatures.makeSigner().then(keep, (error: unknown) => {
      context.report(error);
      return null;
    });
  }

  /** A frame that is about to be made takes the local cursor with it. */
  get takesCursor(): boolean {
    return this.#unmade > 0;
  }

  sign({ lane, generation, content }: Extract<Effect, { kind: 'sign' }>): void {
    const { documentId, takeCursor, send, report } = this.#context;
    if (!this.#signer) throw new Error('the roster has a public key of a session that made none');
    let body: Uint8Array | null = null;
    this.#unmade += 1;
    const makeMessage = (): Uint8Array => {
      this.#unmade -= 1;
      body = encodeBody(content, takeCursor());
      return messageOf(documentId, generation, body);
    };
    const leave = (signature: Uint8Array): void => {
      if (body) send(lane, sealBody(body, signature));
    };
    const fail = (error: unknown): void => {
      if (!body) this.#unmade -= 1;
      report(error);
    };
    this.#leaving.add(this.#signer.sign(makeMessage), leave, fail);
  }

  verify({ publicKey, generation, frame, isHeld }: Extract<Effect, { kind: 'verify' }>): void {
    if (this.#verifying >= MAX_VERIFYING) return;
    const { documentId, signatures, dispatch, report } = this.#context;
    const message = messageOf(documentId, generation, frame.body);
    const arriving = this.#arriving.get(frame.sessionId) ?? new InOrder();
    this.#arriving.set(frame.sessionId, arriving);
    this.#verifying += 1;
    const end = (isValid: boolean): void => {
      this.#verifying -= 1;
      if (arriving.size === 0) this.#arriving.delete(frame.sessionId);
      dispatch({ kind: 'frame-verified', frame, isValid, isHeld });
    };
    const fail = (error: unknown): void => {
      report(error);
      end(false);
    };
    arriving.add(signatures.verify(publicKey, message, frame.signature), end, fail);
  }
}
