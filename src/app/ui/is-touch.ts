/** Whether the main way to point is a finger. */
export const isTouch = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
