/** `npm run bench -- load`: prints the results of `latency-of-many.ts` as they arrive. */
import { measureLoad, type Measured } from './latency-of-many.ts';

export interface LoadArguments {
  readonly people?: string | undefined;
  readonly rounds?: string | undefined;
  readonly seconds?: string | undefined;
  readonly plan?: string | undefined;
}

const ms = (value: number): string => `${value < 100 ? value.toFixed(1) : value.toFixed(0)} ms`;

function rowOf(measured: Measured): string {
  const { people, rooms, typing, plan, way, p50Ms, p95Ms, ratio, missing, closed } = measured;
  const where = rooms === 1 ? `${people} people` : `${people} people in ${rooms} rooms`;
  const more = [
    `${measured.upPerKey.toFixed(0)} B up`,
    `${measured.downPerKey.toFixed(0)} B down`,
    ratio === null ? '' : `${ratio.toFixed(2)}× y-websocket`,
    way === 'spolu' ? `${closed.length} lanes closed` : '',
    missing === 0 ? '' : `${missing} missing`,
    [...new Set(closed)].join(', '),
  ].filter((part) => part !== '');
  const what = `${where}, ${typing} typing, ${plan}`.padEnd(44);
  return `${what} ${way.padEnd(11)} p50 ${ms(p50Ms).padStart(9)}  p95 ${ms(p95Ms).padStart(9)}  ${more.join(', ')}`;
}

export function runLoad(values: LoadArguments): Promise<Measured[]> {
  return measureLoad(
    {
      people: (values.people ?? '2,3,10,50').split(',').map(Number),
      rounds: Number(values.rounds ?? 3),
      seconds: Number(values.seconds ?? 5),
      plans: values.plan === 'free' || values.plan === 'generous' ? [values.plan] : ['generous', 'free'],
    },
    (measured) => process.stdout.write(`${rowOf(measured)}\n`),
  );
}
