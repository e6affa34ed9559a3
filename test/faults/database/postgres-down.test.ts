import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStartStage, type StartStage } from '../../bin/stage/start-process.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';
import { type Service, startService } from '../processes/service-process.ts';
import { openSessionStage, type SessionStage } from '../sessions/session-stage.ts';

// Fault 2: PostgreSQL dies, restarts, loses its backends or freezes during calls.

const STRIKES = isFull ? 5 : 1;
const FREEZE_MS = isFull ? 10_000 : 6_000;
/** At most this many requests and answers before the strike. */
const BEATS_MAX = 200;
/** With this many requests and answers in a row without a failure, the service works again. */
const CALM_BEATS = 200;
const RECOVERY_MS_MAX = 5_000;
const POLL_MS = 20;

const seed = seedOfRun();
const random = randomFrom(seed);
let start: StartStage;
let service: Service;
let stage: SessionStage;

beforeAll(async () => {
  start = await openStartStage();
  service = await startService(start);
  stage = await openSessionStage(random, service);
});
afterAll(async () => {
  await stage?.close();
  await start.close();
});

const FAULTS = [
  { what: 'whose process is killed', strike: () => service.signalServer('SIGKILL') },
  { what: 'that is ended at once', strike: () => service.signalServer('SIGQUIT') },
  {
    what: 'that loses all its backends',
    strike: () =>
      service.database.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where pid <> pg_backend_pid() and backend_type = 'client backend'`,
      ),
  },
  {
    what: 'that freezes',
    async strike() {
      service.signalServer('SIGSTOP', 'all');
      await sleep(FREEZE_MS);
      service.signalServer('SIGCONT', 'all');
    },
  },
];

/** Makes concurrent calls during one strike; returns how long calls failed after it was over. */
async function failingMsAfter(strike: () => unknown): Promise<number> {
  const { load } = stage;
  const { ledger } = load;
  const lastBeat = Math.floor(random() * BEATS_MAX);
  let beat = 0;
  let backAtMs: number | undefined;
  let failedAtMs = 0;
  let { failedCount } = ledger;
  let calmBeats = 0;
  let striking = Promise.resolve();
  const strikeAndWait = async () => {
    await strike();
    while (!(await service.answers())) await sleep(POLL_MS);
    backAtMs = performance.now();
  };
  await load.run(service.api, {
    onBeat() {
      if (beat++ === lastBeat) striking = strikeAndWait();
      calmBeats = backAtMs === undefined ? 0 : calmBeats + 1;
      if (ledger.failedCount === failedCount) return;
      failedCount = ledger.failedCount;
      failedAtMs = performance.now();
      calmBeats = 0;
    },
    isEnough: () => calmBeats >= CALM_BEATS,
  });
  await striking;
  return failedAtMs - (backAtMs ?? 0);
}

test.each(FAULTS)(
  `a server $what loses nothing under load, ${STRIKES} times (seed ${seed})`,
  async ({ strike }) => {
    for (let count = 0; count < STRIKES; count++) {
      expect(await failingMsAfter(strike)).toBeLessThan(RECOVERY_MS_MAX);
      await stage.load.settle(service.api);
      await stage.expectNoFaults();
      await service.expectPublished();
    }
    expect(service.hasLostNoRole()).toBe(true);
  },
);

test('after all of that, the market figures are those of a warehouse from nothing', async () => {
  expect(stage.load.ledger.failedCount).toBeGreaterThan(0);
  await service.expectExactlyOnce();
});
