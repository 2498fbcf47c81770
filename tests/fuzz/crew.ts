/**
 * Worker threads that run seeds in a given simulator. A thread that times out or crashes is replaced.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Answer, Job } from './worker.ts';

const PATIENCE_MS = 300_000;
const THREAD = new URL('./thread.mjs', import.meta.url);
const OPTIONS = {
  /** Messages and documents are short-lived: a large young generation halves the time of garbage collection. */
  resourceLimits: { maxYoungGenerationSizeMb: 96 },
  /** The code of a thread is bundled: without the TypeScript loader it starts in a quarter of the time. */
  execArgv: [],
};

interface Order {
  readonly file: string;
  readonly job: Job;
}

export interface Crew {
  readonly size: number;
  /** `file` is a built simulator. */
  ask(file: string, job: Job): Promise<Answer>;
  /** Terminates all threads; pending jobs resolve as died. */
  close(): Promise<void>;
}

export function startCrew(patienceMs = PATIENCE_MS): Crew {
  const size = availableParallelism();
  const idle: Worker[] = Array.from({ length: size }, () => new Worker(THREAD, OPTIONS));
  const all = new Set(idle);
  const waiting: ((worker: Worker) => void)[] = [];
  let isClosed = false;

  const hire = (): Promise<Worker> => {
    const worker = idle.pop();
    return worker ? Promise.resolve(worker) : new Promise((resolve) => waiting.push(resolve));
  };
  const release = (worker: Worker): void => {
    const next = waiting.shift();
    if (next) next(worker);
    else idle.push(worker);
  };
  const replace = (worker: Worker): Worker => {
    all.delete(worker);
    void worker.terminate();
    const fresh = new Worker(THREAD, OPTIONS);
    all.add(fresh);
    return fresh;
  };

  return {
    size,
    ask: async (file, job) => {
      const worker = await hire();
      const answer = await askWorker(worker, { file, job }, patienceMs);
      if (!isClosed) release(answer.kind === 'died' ? replace(worker) : worker);
      return answer;
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

function askWorker(worker: Worker, order: Order, patienceMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    const end = (answer: Answer) => {
      clearTimeout(timer);
      worker.off('message', end).off('error', onError).off('exit', onExit);
      resolve(answer);
    };
    const die = (reason: string) => end({ kind: 'died', reason });
    const onError = (error: Error) => die(error.message);
    const onExit = () => die('the thread ended');
    const timer = setTimeout(() => die('the run never ended'), patienceMs);
    worker.on('message', end).on('error', onError).on('exit', onExit);
    worker.postMessage(order);
  });
}
