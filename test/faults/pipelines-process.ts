import { pino } from 'pino';
import { refresh } from '../../pipelines/refresh.ts';
import { systemClock } from '../../src/clock.ts';
import { openWarehouse } from '../../src/stores/open-warehouse.ts';
import { openPostgres } from '../../src/stores/postgres.ts';

// A process of its own that refreshes once and kills itself at the point named, as with kill -9.
const [connectionString = '', path = '', lastPoint = ''] = process.argv.slice(2);

const log = pino({ level: 'silent' });
const db = openPostgres({ connectionString, poolSize: 2, name: 'pipelines test', log });
const warehouse = await openWarehouse({ path, log });
await refresh({
  db,
  warehouse,
  clock: systemClock,
  log,
  observe(point) {
    if (point === lastPoint) process.kill(process.pid, 'SIGKILL');
  },
});
// The point was never passed: the test sees that this process was not killed.
process.exit(0);
