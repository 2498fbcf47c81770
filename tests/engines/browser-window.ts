/** A window of a browser, with one user's own storage, as far as the story needs it. Each engine implements it. */
export interface BrowserWindow {
  /** Name and version of the engine. */
  readonly version: string;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs the source of a function that takes and returns strings. Returns the result. */
  run(source: string, argument: string): Promise<string>;
  /** Input as by a user's devices: WebDriver and WebDriver BiDi describe it in the same way. */
  act(devices: readonly InputDevice[]): Promise<void>;
  /** Chooses a file in the field that matches the selector. */
  chooseFile(selector: string, path: string): Promise<void>;
  /** Composes a character by an input method; `meanwhile` runs before it is committed. */
  compose(character: string, meanwhile: () => Promise<void>): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Starts a browser with an empty profile. */
export type OpenWindow = () => Promise<BrowserWindow>;

export interface InputDevice {
  readonly type: 'key' | 'pointer';
  readonly id: string;
  readonly parameters?: { readonly pointerType: 'mouse' };
  readonly actions: readonly InputAction[];
}

export type InputAction =
  | { readonly type: 'pause'; readonly duration: number }
  | { readonly type: 'keyDown' | 'keyUp'; readonly value: string }
  | { readonly type: 'pointerMove'; readonly x: number; readonly y: number; readonly duration: number }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: 0 };
