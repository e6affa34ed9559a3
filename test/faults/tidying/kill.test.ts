import { afterAll, describe, expect, test } from 'vitest';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { POLL } from '../sessions/session-stage.ts';
import { JOBS, STEPS } from './job.ts';
import { startTidier } from './tidier.ts';
import { dropWorlds, inWorld } from './world.ts';

// Fault 1, for the jobs that carry out what the clock has decided.

const KILLS_AT_EACH_POINT = isFull ? 20 : 1;

const seed = seedOfRun();
const random = randomFrom(seed);

/** How often an undisturbed run of each job passes each point. */
const passes: Record<string, number> = {};

const POINTS = JOBS.flatMap((job) =>
  STEPS[job].flatMap((step) => [
    { job, point: `before ${step}` },
    { job, point: `after ${step}` },
  ]),
);
const KILLS = Array.from({ length: KILLS_AT_EACH_POINT }, () =>
  POINTS.map((kill) => ({ ...kill, share: random() })),
).flat();

afterAll(dropWorlds);

test.each(JOBS)('one run of %s tidies everything that is due, and passes all known points', (job) =>
  inWorld(job, 1, async (world) => {
    const run = await world.run((point) => {
      const name = `${job}, ${point}`;
      passes[name] = (passes[name] ?? 0) + 1;
    });
    expect(run.complaints).toEqual([]);
    expect(await world.books()).toEqual(world.tidied);
    const passed = Object.keys(passes).filter((name) => name.startsWith(job));
    const known = POINTS.filter((one) => one.job === job).map(({ point }) => `${job}, ${point}`);
    expect(passed.sort()).toEqual(known.sort());
  }),
);

// Concurrent tests poll with the test's own `expect`.
describe.concurrent(`killed at any point (seed ${seed})`, () => {
  test.for(KILLS)('$job killed $point is done by the next run', (kill, { expect }) => {
    const { job, point, share } = kill;
    return inWorld(job, 1, async (world) => {
      const tidier = await startTidier();
      const pass = 1 + Math.floor(share * (passes[`${job}, ${point}`] ?? 1));
      const { connectionString } = world;
      expect(await tidier.run({ connectionString, job, death: { point, pass } })).toBeUndefined();
      // It was running a statement of another operator at the same time.
      await expect.poll(world.isQuiet, POLL).toBe(true);
      expect(await world.run()).toMatchObject({ complaints: [] });
      expect(await world.books()).toEqual(world.tidied);
    });
  });
});

/** The locks of `held` keep a run waiting in a step. */
const STATEMENTS = [
  {
    job: 'expire-sessions',
    step: 'ending a stay',
    held: `select from lots where name = 'HOURLY' for update`,
  },
  {
    job: 'expire-sessions',
    step: 'a capture',
    held: 'lock table simulated_captures in share mode',
  },
  {
    job: 'expire-sessions',
    step: 'closing the books',
    held: 'lock table events in share mode',
  },
  {
    job: 'settle-refunds',
    step: 'paying a refund',
    held: 'lock table simulated_refunds in share mode',
  },
  {
    job: 'settle-refunds',
    step: 'noting a refund',
    held: 'select from refunds for update',
  },
  { job: 'sweep-holds', step: 'releasing holds', held: 'select from lots for update' },
  { job: 'apply-rates', step: 'posting rates', held: 'lock table events in share mode' },
] as const;

describe.concurrent('killed while its statement goes on', () => {
  test.for(STATEMENTS)('$job killed in $step is done by the next runs', (kill, { expect }) => {
    const { job, held } = kill;
    return inWorld(job, 1, async (world) => {
      const tidier = await startTidier();
      const { release } = await world.hold(held);
      const killed = tidier.run({ connectionString: world.connectionString, job });
      // Stays of two operators are closed at the same time.
      await expect.poll(world.waitingCount, POLL).toBeGreaterThan(0);
      await tidier.kill();
      expect(await killed).toBeUndefined();
      const left = await world.waitingCount();

      const next = world.run();
      await expect.poll(world.waitingCount, POLL).toBeGreaterThan(left);
      await release();
      expect(await next).toMatchObject({ complaints: [] });
      await expect.poll(world.isQuiet, POLL).toBe(true);
      // What this run skipped because the statement was changing it is done by the run after.
      expect(await world.run()).toMatchObject({ complaints: [] });
      expect(await world.books()).toEqual(world.tidied);
    });
  });
});
