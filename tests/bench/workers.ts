/** Processes of a measurement: one order at a time, each with an answer. */
import type { ChildProcess } from 'node:child_process';

/** The next message of a process. Rejects if it ends before. */
export function answerOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) =>
      reject(new Error(`a process of the measurement ended with ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message as T);
    });
  });
}

/** Sends an order to a worker that calls `takeOrders`. */
export async function sendOrder<T>(worker: ChildProcess, what: object): Promise<T> {
  const answered = answerOf<{ answer: T }>(worker);
  worker.send(what);
  return (await answered).answer;
}

/** In a worker: carries out each order. Ends the process on an error, and when the measurement ends. */
export function takeOrders(carryOut: (order: never) => Promise<unknown>): void {
  process.on('message', (order: unknown) => {
    carryOut(order as never).then(
      (answer) => process.send?.({ answer: answer ?? null }),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.once('disconnect', () => process.exit());
}
