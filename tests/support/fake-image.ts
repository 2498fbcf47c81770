/** A fake `Image` that loads with the given size, since jsdom and Node load none. A width of zero fails to load. */
export const fakeImage = (sizeOf: () => { readonly width: number; readonly height: number }) =>
  class extends EventTarget {
    readonly naturalWidth = sizeOf().width;
    readonly naturalHeight = sizeOf().height;
    set src(_url: string) {
      queueMicrotask(() => this.dispatchEvent(new Event(this.naturalWidth > 0 ? 'load' : 'error')));
    }
  };
