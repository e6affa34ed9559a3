import { pino } from 'pino';
import { refresh } from '../../../pipelines/refresh.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { openWarehouse } from '../../../src/stores/open-warehouse.ts';
import { openPostgres } from '../../../src/stores/postgres.ts';

// A process of its own that refreshes once and kills itself at the point named, as with kill -9.
// The last argument, if given, is the least and the most rows of a file of the archive.
const [connectionString = '', path = '', lastPoint = '', sizes] = process.argv.slice(2);

const log = pino({ level: 'silent' });
const db = openPostgres({ connectionString, poolSize: 2, name: 'pipelines test', log });
const warehouse = await openWarehouse({ path, log });
await refresh({
  db,
  warehouse,
  clock: systemClock,
  log,
  ...(sizes !== undefined && { packSizes: JSON.parse(sizes) }),
  observe(point) {
    if (point === lastPoint) process.kill(process.pid, 'SIGKILL');
  },
});
// The point was never passed: the test sees that this process was not killed.
process.exit(0);
