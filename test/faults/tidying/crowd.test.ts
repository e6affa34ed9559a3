import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../../stage/size.ts';
import { POLL } from '../sessions/session-stage.ts';
import { JOBS, type JobName } from './job.ts';
import { startTidier, type Tidier } from './tidier.ts';
import { dropWorlds, inWorld } from './world.ts';

// Fault 11, for the jobs that carry out what the clock has decided.

/** Copies of every case; a run takes on at least this many. */
const COPIES = isFull ? 20 : 5;
const CROWD_MAX = 4;

let tidiers: Tidier[];

beforeAll(async () => {
  tidiers = await Promise.all(Array.from({ length: CROWD_MAX }, startTidier));
});
afterAll(async () => {
  await Promise.all(tidiers.map((tidier) => tidier.kill()));
  await dropWorlds();
});

/** The locks keep all runs waiting in their first write until all of them are there. */
const GATES: Record<JobName, string> = {
  'expire-sessions': 'lock table audit_log, simulated_captures in share mode',
  'settle-refunds': 'lock table simulated_refunds in share mode',
  'sweep-holds': 'select from lots for update',
  'apply-rates': 'lock table audit_log in share mode',
};

const CROWDS = JOBS.flatMap((job) => [2, CROWD_MAX].map((count) => ({ job, count })));

test.each(CROWDS)('$count processes that run $job at once do each thing once', ({ job, count }) =>
  inWorld(job, COPIES, async (world) => {
    const { release } = await world.hold(GATES[job]);
    const order = { connectionString: world.connectionString, job };
    const runs = tidiers.slice(0, count).map((tidier) => tidier.run(order));
    await expect.poll(world.waitingCount, POLL).toBe(count);
    await release();
    const done = await Promise.all(runs);
    expect(done.flatMap((run) => run?.complaints ?? ['killed'])).toEqual([]);
    expect(await world.books()).toEqual(world.tidied);
  }),
);
