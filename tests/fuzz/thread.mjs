/** A thread of the crew: an order in, an answer out. It keeps what all simulators share, which is quick once it is warm. */
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';

// What goes wrong ends the thread, and the crew is told.
parentPort?.on('message', (order) => void answer(order));

async function answer({ file, job }) {
  const { take } = await import(pathToFileURL(file).href);
  parentPort?.postMessage(take(job));
}
