/** One chunk: the namespaces of the version history and what opens from it. */
export { comparison } from './comparison.ts';
export { history } from './history.ts';
export { playback } from './playback.ts';
export { proof } from './proof.ts';
