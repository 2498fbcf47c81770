/** Threads that run seeds. A thread that does not answer in time is ended, and its seed counts as stuck. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Answer, Job } from './worker.ts';

const PATIENCE_MS = 300_000;

export interface Crew {
  readonly size: number;
  /** Null when the thread got stuck. */
  ask(job: Job): Promise<Answer | null>;
  close(): Promise<void>;
}

export function startCrew(file: string, size = availableParallelism(), patienceMs = PATIENCE_MS): Crew {
  const idle: Worker[] = Array.from({ length: size }, () => new Worker(file));
  const all = new Set(idle);
  const waiting: ((worker: Worker) => void)[] = [];

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
    const fresh = new Worker(file);
    all.add(fresh);
    return fresh;
  };

  return {
    size,
    ask: async (job) => {
      const worker = await hire();
      const answer = await askWorker(worker, job, patienceMs);
      release(answer ? worker : replace(worker));
      return answer;
    },
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

function askWorker(worker: Worker, job: Job, patienceMs: number): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => resolve(null)), patienceMs);
    const onMessage = (answer: Answer) => end(() => resolve(answer));
    const onError = (error: Error) => end(() => reject(error));
    const end = (settle: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('error', onError);
      settle();
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.postMessage(job);
  });
}
