import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Run } from '../report.ts';
import { addMarketLots } from './market-data.ts';
import { refreshOnce } from './refresh-once.ts';
import type { Refreshed } from './refresher.ts';
import { type Stack, startStack } from './stack.ts';

const REFRESHER = fileURLToPath(new URL('./refresher.ts', import.meta.url));
const DAYS = 365;
const CITIES = [
  { lat: 43.65, lng: -79.38 },
  { lat: 45.5, lng: -73.57 },
];

/**
 * Measures how long it takes to fit and publish lots with a year of counts in every half hour, and
 * with how much memory. The counts are written into the warehouse as its daily rollup.
 */
export async function measureForecasts(run: Run): Promise<void> {
  const lotCount = run.fittedLots;
  run.say(`${lotCount} lots: starting PostgreSQL`);
  const stack = await startStack();
  try {
    await addMarketLots(stack, lotCount, { cities: CITIES });
    run.say('refreshing without any history');
    await refreshOnce(stack);
    run.say(`writing ${DAYS} days of ${lotCount} lots`);
    await addCounts(stack);
    await stack.sql('update marts.lot_forecasts set due_at = now()');
    const refreshed = await fitAll(stack, run);
    const seconds = refreshed.reduce((sum, each) => sum + each.seconds, 0);
    const peakMib = Math.max(...refreshed.map((each) => each.peakMib));
    const [size] = (await stack.sql(
      `select avg(octet_length(figures)) as mean, max(octet_length(figures)) as most,
         count(*) filter (where has_history) as lots
       from marts.lot_forecasts`,
    )) as { mean: string; most: number; lots: string }[];
    run.note(
      `${size?.lots} lots x ${DAYS} days of half hours: ${seconds.toFixed(1)} s in ` +
        `${refreshed.length} refreshes, at most ${Math.round(peakMib)} MiB; ` +
        `${Math.round(Number(size?.mean))} bytes a lot, at most ${size?.most}`,
    );
    for (const { seconds: each, steps } of refreshed) run.note(`  ${each.toFixed(1)} s: ${steps}`);
  } finally {
    await stack.stop();
  }
}

/** Refreshes until no forecast is due, in a process of its own. */
async function fitAll(stack: Stack, run: Run): Promise<Refreshed[]> {
  const child = fork(REFRESHER, [stack.pipelinesAddress, join(stack.home, 'bench.duckdb')]);
  await once(child, 'message');
  const refreshed: Refreshed[] = [];
  for (;;) {
    const [due] = (await stack.sql(
      `select count(*) as count from lots left join marts.lot_forecasts using (lot_id)
       where due_at is null or due_at <= now()`,
    )) as { count: string }[];
    if (Number(due?.count) === 0) break;
    run.say(`${due?.count} lots to fit`);
    child.send('refresh');
    refreshed.push((await once(child, 'message'))[0] as Refreshed);
  }
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
  return refreshed;
}

/** Each lot is fullest at some time of the day, on some days of the week, with noise. */
async function addCounts({ home }: Stack): Promise<void> {
  const instance = await DuckDBInstance.create(join(home, 'bench.duckdb'), { threads: '2' });
  const connection = await instance.connect();
  await connection.run("set TimeZone = 'UTC'");
  await connection.run(
    `insert into counts_by_lot_day by name
     with lots as (
       select lot_id, livemode, space_count, hash(lot_id) as seed
       from market_rate_by_lot where not is_gone
     )
     select
       livemode, lot_id, current_date - days.d::integer as day,
       list_transform(range(48), lambda half: struct_pack(
         half_hour := half::utinyint,
         occupied := greatest(0, least(space_count, (space_count * (
           0.4 + 0.3 * sin((half + seed % 48) / 7.6) + 0.1 * cos((days.d + seed % 7) * 0.9)
           + 0.1 * ((hash(seed, days.d, half) % 1000) / 1000.0 - 0.5)))::integer))
       )) as half_hours
     from lots, range(1, ${DAYS + 1}) as days(d)`,
  );
  connection.closeSync();
  instance.closeSync();
}
