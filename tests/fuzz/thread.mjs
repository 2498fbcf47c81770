/** A thread of the crew: receives a job, posts an answer. It keeps the modules that all simulators share warm. */
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';

// An error ends the thread, which the crew detects.
parentPort?.on('message', (order) => void answer(order));

async function answer({ file, job }) {
  const { take } = await import(pathToFileURL(file).href);
  parentPort?.postMessage(take(job));
}
