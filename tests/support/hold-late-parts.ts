type LoadLater = typeof import('../../src/app/ui/load-later.tsx');

/** For a test that replaces `load-later.tsx`: nothing can be had in time, and all is on its way until `passed`. */
export function holdLateParts(module: LoadLater, passed: Promise<void>): LoadLater {
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
