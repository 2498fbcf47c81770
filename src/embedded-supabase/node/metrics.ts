/** Counters of the whole server, in the text format of Prometheus and as numbers in this process. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolState } from './open-database.ts';
import type { Realtime } from '../realtime/create-realtime.ts';
import type { Answered } from './observe-requests.ts';

export interface MetricsSources {
  readonly realtime: Pick<Realtime, 'counts' | 'connections'>;
  readonly pools: () => readonly PoolState[];
  readonly isFunction: (name: string) => boolean;
}

export interface Metrics {
  /** An embedding program may add its own metrics. */
  readonly registry: Registry;
  readonly realtime: MetricsSources['realtime']['counts'];
  /** Calls as hosted Supabase counts them: every answered request except preflights. */
  functionCalls(): number;
  answered(answered: Answered): void;
}

const SERVICES = ['auth', 'rest', 'realtime', 'storage', 'functions'];
/** *Saved* is promised within 2.5 s; a restore of the largest document takes longer. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(sources: MetricsSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    registers,
    name: 'http_requests_total',
    help: 'Requests answered; the service is app for paths outside the API.',
    labelNames: ['service', 'method', 'status'],
  });
  const requestSeconds = new Histogram({
    registers,
    name: 'http_request_duration_seconds',
    help: 'Time until the last byte of the response was sent.',
    labelNames: ['service'],
    buckets: SECONDS,
  });
  const functionSeconds = new Histogram({
    registers,
    name: 'function_duration_seconds',
    help: 'Duration of an edge function call, as seen by the caller.',
    labelNames: ['name'],
    buckets: SECONDS,
  });
  const calls = new Counter({
    registers,
    name: 'function_calls_total',
    help: 'Edge function calls without preflights, as hosted Supabase counts them.',
    labelNames: ['name', 'status'],
  });
  addRealtime(registers, sources.realtime);
  addPools(registry, sources.pools);
  let functionCalls = 0;

  return {
    registry,
    realtime: sources.realtime.counts,
    functionCalls: () => functionCalls,
    answered: ({ method, route, status, durationMs }) => {
      const [, first = '', version, name = ''] = route.split('/');
      const service = version === 'v1' && SERVICES.includes(first) ? first : 'app';
      requests.inc({ service, method: knownMethod(method), status });
      requestSeconds.observe({ service }, durationMs / 1000);
      if (service !== 'functions' || method === 'OPTIONS' || !sources.isFunction(name)) return;
      functionCalls += 1;
      calls.inc({ name, status });
      functionSeconds.observe({ name }, durationMs / 1000);
    },
  };
}

/** Labels are kept in memory, so a caller must not be able to create new ones. */
function knownMethod(method: string): string {
  return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method) ? method : 'other';
}

function addRealtime(registers: Registry[], { counts, connections }: MetricsSources['realtime']): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      registers,
      name,
      help,
      collect() {
        this.set(read());
      },
    });
  /** Values counted elsewhere are read at collection time. */
  const counter = (
    name: string,
    help: string,
    label: string | null,
    read: () => Iterable<[string, number]>,
  ) =>
    new Counter({
      registers,
      name,
      help,
      labelNames: label === null ? [] : [label],
      collect() {
        this.reset();
        for (const [value, count] of read()) this.inc(label === null ? {} : { [label]: value }, count);
      },
    });
  gauge('realtime_connections', 'Open WebSockets.', connections);
  gauge('realtime_channels', 'Joined channels; an open document has three.', () => counts.channels);
  counter(
    'realtime_messages_total',
    'in: sent by a client or from SQL; out: delivered to a client.',
    'way',
    () => [
      ['in', counts.messagesIn],
      ['out', counts.messagesOut],
    ],
  );
  counter('realtime_presence_events_total', 'Presence calls and their deliveries.', null, () => [
    ['', counts.presenceEvents],
  ]);
  counter('realtime_joins_total', 'Requested joins.', null, () => [['', counts.joins]]);
  counter('realtime_joins_refused_total', 'Joins refused, by code.', 'code', () => counts.refusedJoins);
  counter(
    'realtime_channels_closed_total',
    'Channels that the server ended, by reason.',
    'reason',
    () => counts.closedChannels,
  );
}

function addPools(registry: Registry, pools: MetricsSources['pools']): void {
  const connections = new Gauge({
    registers: [],
    name: 'database_connections',
    help: 'Database connections by pool; waiting: requests without a connection.',
    labelNames: ['pool', 'state'],
    collect() {
      for (const { name, total, idle, waiting } of pools()) {
        this.set({ pool: name, state: 'busy' }, total - idle);
        this.set({ pool: name, state: 'idle' }, idle);
        this.set({ pool: name, state: 'waiting' }, waiting);
      }
    },
  });
  registry.registerMetric(connections);
}
