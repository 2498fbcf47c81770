import { parseArgs } from 'node:util';
import { setPostgresOnFire } from './postgres-under-fire.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '2000' },
    acked: { type: 'string', default: '40000' },
    restarts: { type: 'string', default: '10' },
    writers: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
  },
});

const report = await setPostgresOnFire({
  kills: Number(values.kills),
  acked: Number(values.acked),
  restarts: Number(values.restarts),
  writers: Number(values.writers),
  seed: Number(values.seed),
});
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
process.exitCode = report.lost + report.doubled + report.inconsistent === 0 ? 0 : 1;
