/** The text beside which comments are shown, as far as they need it. */
export interface Top {
  /** In pixels within the text column. */
  readonly top: number;
  readonly bottom: number;
  /** Top of the first line. */
  readonly line: number;
}

export interface TextSide {
  /** In the order of the text. */
  readonly tops: () => ReadonlyMap<string, Top>;
  /** Called at most once a frame, when tops may have changed. */
  readonly onLayout: (listener: () => void) => () => void;
  /** The element within which tops are measured. */
  readonly column: () => Element | null;
}
