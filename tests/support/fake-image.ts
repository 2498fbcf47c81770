/** The browser's `Image`, which knows its size when it is loaded; jsdom and Node load none. No size is no picture. */
export const fakeImage = (sizeOf: () => { readonly width: number; readonly height: number }) =>
  class extends EventTarget {
    readonly naturalWidth = sizeOf().width;
    readonly naturalHeight = sizeOf().height;
    set src(_url: string) {
      queueMicrotask(() => this.dispatchEvent(new Event(this.naturalWidth > 0 ? 'load' : 'error')));
    }
  };
