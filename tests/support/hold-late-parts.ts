type LoadLater = typeof import('../../src/app/ui/load-later.tsx');

let open: () => void = () => undefined;
const passed = new Promise<void>((resolve) => (open = resolve));

/** All that is on its way arrives. */
export const letPartsCome = (): void => open();

/** For a test that replaces `load-later.tsx`: nothing can be had in time, and all is on its way until it may come. */
export function holdLateParts(module: LoadLater): LoadLater {
  const later: LoadLater['later'] = (load) => {
    let inTime = true;
    return module.later(async () => {
      if (inTime) {
        inTime = false;
        throw new Error('not yet');
      }
      await passed;
      return load();
    });
  };
  return { ...module, later, loadWaiting: async () => undefined };
}
