import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHexlot } from '../../bin/stage/run-hexlot.ts';
import { openStartStage, type StartStage } from '../../bin/stage/start-process.ts';
import {
  at,
  DAY_MS,
  type ForecastStage,
  openForecastStage,
  today,
} from '../../pipelines/stage/forecast-stage.ts';

const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const FROM = dateOf(today() - 4);
const TO = dateOf(today() - 3);
const ONE_LOT = ['backtest', '--from', FROM, '--to', TO];
let stage: ForecastStage;
let processes: StartStage;
let dir: string;
let lotId: string;

beforeAll(async () => {
  stage = await openForecastStage();
  processes = await openStartStage();
  dir = await mkdtemp(join(tmpdir(), 'hexlot-backtest-'));
  lotId = await stage.addLot('counted');
  await stage.importCounts(
    'counted',
    today() - 20,
    today(),
    (day, slot) => 20 + ((day + slot) % 9),
  );
  const stays = [8, 7, 6, 5, 4, 3].map((ago) => ({
    from: at(today() - ago, 20),
    to: at(today() - ago, 22),
  }));
  await stage.importStays('counted', stays);
  await stage.database.passHorizon();
  expect(await hexlot('refresh')).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await processes.close();
  await rm(dir, { recursive: true, force: true });
  await stage.close();
});

const settings = () => ({
  HEXLOT_DATABASE_URL: stage.database.connectionString,
  HEXLOT_DATA_DIR: dir,
});
const hexlot = (...args: string[]) => runHexlot(args, settings());

const ERRORS = {
  mae: expect.any(Number),
  rmse: expect.any(Number),
  peak_mae: expect.any(Number),
};
const DAILY = {
  days: 2,
  mae: expect.any(Number),
  coverage_80: expect.any(Number),
  baselines: { seasonal_naive: { mae: expect.any(Number) } },
};
const SCORES = {
  cells: 96,
  ...ERRORS,
  coverage: expect.any(Number),
  coverage_80: expect.any(Number),
  baselines: { seasonal_naive: ERRORS, holt_winters: ERRORS },
  nowcasts: [30, 60, 120].map((minutes) => ({ minutes, ...ERRORS })),
  sessions: DAILY,
  revenue_minor: DAILY,
};
const FOUND = { from: FROM, to: TO, lots: 1, ...SCORES };

test('--json has the scores of all lots together', async () => {
  const all = await hexlot(...ONE_LOT, '--json');
  expect(all).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(all.stdout)).toEqual(FOUND);
});

test('a person reads the same scores, one line for each forecast', async () => {
  const { code, stdout } = await hexlot(...ONE_LOT, '--by', 'lot');
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^${FROM} to ${TO}: 1 lot, 96 half hours measured\n`));
  const lines = [
    /^ {2}forecast +0\.\d{4} +0\.\d{4} +0\.\d{4}$/m,
    /^ {2}same time last week +0\.\d{4} +0\.\d{4} +0\.\d{4}$/m,
    /^ {2}Holt-Winters +0\.\d{4} +0\.\d{4} +0\.\d{4}$/m,
    /^ {2}inside the 80 % interval +[01]\.\d{4}$/m,
    /^ {2}sessions +\d+\.\d{4} +\d+\.\d{4}$/m,
    /^ {2}revenue, minor units +\d+\.\d{4} +\d+\.\d{4}$/m,
    /^ {2}counted +0\.\d{4} +0\.\d{4}$/m,
  ];
  for (const line of lines) expect(stdout).toMatch(line);
});

test('where nothing was measured there are no lots and no scores', async () => {
  const { code, stdout } = await hexlot(...ONE_LOT, '--test');
  expect(code).toBe(0);
  expect(stdout).toMatch(/: 0 lots, 0 half hours measured\n/);
  expect(stdout).toMatch(/^ {2}forecast +- +- +-$/m);
});

test.each([
  [['--from', '2026-02-30', '--to', TO], '--from'],
  [['--from', FROM, '--to', 'yesterday'], '--to'],
  [['--from', `${FROM}T00:00:00Z`, '--to', TO], '--from'],
  [['--from', FROM], '--to'],
  [['--to', TO], '--from'],
  [['--from', TO, '--to', FROM], '--to must not be before --from'],
  [['--from', FROM, '--to', dateOf(today())], '--to must be a day that is over'],
  [['--from', FROM, '--to', TO, '--by', 'day'], '--by'],
])('%j is refused, naming the option', async (options, named) => {
  const { code, stdout, stderr } = await hexlot('backtest', ...options);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(named);
});

test('--by lot adds the scores of each lot, and pipelines that run are asked for the same', async () => {
  const before = await hexlot(...ONE_LOT, '--by', 'lot', '--json');
  expect(JSON.parse(before.stdout)).toEqual({
    ...FOUND,
    by_lot: [{ lot_id: lotId, ref: 'counted', ...SCORES }],
  });
  const running = processes.run(['pipelines'], settings());
  await running.until(() => running.said().includes('pipelines is up'));
  const asked = await hexlot(...ONE_LOT, '--by', 'lot', '--json');
  expect(asked).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(asked.stdout)).toEqual(JSON.parse(before.stdout));
  const jobs = await stage.database.sql(
    `select state::text from pgboss.job where name = 'backtest'`,
  );
  expect(jobs).toEqual([{ state: 'completed' }]);
  expect(await running.interrupt('SIGINT')).toEqual([0, null]);
});
