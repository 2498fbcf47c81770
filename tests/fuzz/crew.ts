/**
 * Worker threads that run seeds in a given simulator. A thread that times out or crashes is replaced.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Answer, Job } from './worker.ts';

/** Limit in processor time of one thread: beside other work, seeds may wait for minutes. */
const PATIENCE_MS = 300_000;
/** A run that waits for an event that never comes takes no processor time: it ends after this multiple of its patience. */
const IDLE_PATIENCE = 10;
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
      const answer = await askWorker(worker, { file, job }, { patienceMs, threads: size });
      if (!isClosed) release(answer.kind === 'died' ? replace(worker) : worker);
      return answer;
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

interface Patience {
  readonly patienceMs: number;
  /** All of them count as the process's processor time. */
  readonly threads: number;
}

function askWorker(worker: Worker, order: Order, { patienceMs, threads }: Patience): Promise<Answer> {
  const usedBefore = process.cpuUsage();
  const startedAtMs = performance.now();
  const isOver = (): boolean => {
    const { user, system } = process.cpuUsage(usedBefore);
    const passedMs = performance.now() - startedAtMs;
    return (user + system) / 1000 > patienceMs * threads || passedMs > patienceMs * IDLE_PATIENCE;
  };
  return new Promise((resolve) => {
    const end = (answer: Answer) => {
      clearInterval(timer);
      worker.off('message', end).off('error', onError).off('exit', onExit);
      resolve(answer);
    };
    const die = (reason: string) => end({ kind: 'died', reason });
    const onError = (error: Error) => die(error.message);
    const onExit = () => die('the thread ended');
    const timer = setInterval(() => isOver() && die('the run never ended'), 1000);
    worker.on('message', end).on('error', onError).on('exit', onExit);
    worker.postMessage(order);
  });
}
