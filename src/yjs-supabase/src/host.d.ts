/**
 * The few globals of a JavaScript host that this library may use outside `core/`. Declared by hand because the library
 * compiles without the DOM types: browsers, Node, Deno and workers all have these, and nothing else is assumed.
 */
declare function setTimeout(run: () => void, delayMs: number): unknown;
declare function clearTimeout(timer: unknown): void;
declare const performance: { now(): number };
interface AbortSignal {
  readonly aborted: boolean;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(): void;
}
declare const crypto: {
  getRandomValues<T extends Uint8Array>(bytes: T): T;
  /** Missing on pages without HTTPS. */
  readonly subtle?: import('./ports/signatures.ts').WebCrypto;
};
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: boolean });
  decode(bytes: Uint8Array): string;
}
