import { constants, setPriority } from 'node:os';
import pino from 'pino';
import { refresh } from '../../pipelines/refresh.ts';
import { monotonicMs, systemClock } from '../../src/kit/clock.ts';
import { openWarehouse } from '../../src/stores/open-warehouse.ts';
import { openPostgres } from '../../src/stores/postgres.ts';

/** What one refresh took, and the most memory that its process has ever had. */
export type Refreshed = { seconds: number; peakMib: number; steps: string };

/** Of a step that is worth telling. */
const STEP_MS_MIN = 100;

// The pipelines as a process of their own: refreshes once for each message.
const [connectionString = '', path = ''] = process.argv.slice(2);
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const log = pino({ level: 'warn' }, pino.destination(2));
const db = openPostgres({ connectionString, poolSize: 4, name: 'bench pipelines', log });
const warehouse = await openWarehouse({ path, log });
process.on('message', async () => {
  const startedAt = monotonicMs();
  const context = { db, warehouse, clock: systemClock, log, observe: () => undefined };
  const { steps } = await refresh(context);
  const refreshed: Refreshed = {
    seconds: (monotonicMs() - startedAt) / 1_000,
    peakMib: process.resourceUsage().maxRSS / 1_024,
    steps: steps
      .filter(({ ms }) => ms >= STEP_MS_MIN)
      .map(({ name, ms }) => `${name} ${(ms / 1_000).toFixed(1)}`)
      .join(', '),
  };
  process.send?.(refreshed);
});
process.on('disconnect', async () => {
  await warehouse.close();
  await db.close();
});
process.send?.('ready');
