type LoadLater = typeof import('../../src/app/ui/load-later.tsx');

let open: () => void = () => undefined;
const passed = new Promise<void>((resolve) => (open = resolve));

/** Lets all held parts load. */
export const letPartsCome = (): void => open();

/** For a test that mocks `load-later.tsx`: no part loads in time, and all are pending until `letPartsCome`. */
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
  return { ...module, later, preloadParts: async () => undefined };
}
