import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../../src/kit/uuid.ts';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { openDatabaseBefore, type TestDatabase } from '../../stage/database.ts';

const LOT = newUuid();

let database: TestDatabase;

beforeAll(async () => {
  database = await openDatabaseBefore('000025');
});
afterAll(() => database.drop());

type Report = { occupied: number | null; at: string | null };

const addReport = (before: Report, after: Report, livemode = true) =>
  database.sql(
    `insert into audit_log (actor_type, actor_id, livemode, action, entity_id, diff)
     values ('key', 'test', $1, 'occupancy.reported', $2, $3)`,
    [livemode, LOT, JSON.stringify({ before, after })],
  );

test('what was reported before the migration counts as measured, and repeats do not', async () => {
  const nothing = { occupied: null, at: null };
  const first = { occupied: 4, at: '2026-11-01T10:00:00+00:00' };
  const corrected = { ...first, occupied: 5 };
  await addReport(nothing, first);
  await addReport(first, first);
  await addReport(first, corrected);
  await addReport(nothing, { occupied: 0, at: '2026-11-02T10:00:00.5+00:00' }, false);
  await addReport(nothing, { occupied: 1, at: '1969-12-31T10:00:00+00:00' });
  await database.sql(
    `insert into marts.market_rate_by_lot (lot_id, livemode, operator_id, cell, latitude, longitude,
       country, currency, space_count, observation_count, occupied_minutes)
     values ($1, true, 'op', 1, 1, 1, 'CA', 'cad', 10, 0, 7)`,
    [LOT],
  );
  await migrate(database.connectionString);
  expect(
    await database.sql(
      `select lot_id, livemode, at, occupied, source from occupancy_counts order by count_id`,
    ),
  ).toEqual(
    [
      { livemode: true, at: new Date('2026-11-01T10:00:00Z'), occupied: 4 },
      { livemode: true, at: new Date('2026-11-01T10:00:00Z'), occupied: 5 },
      { livemode: false, at: new Date('2026-11-02T10:00:00.5Z'), occupied: 0 },
    ].map((count) => ({ ...count, lot_id: LOT, source: 'report' })),
  );
  // The API shows what was published before until the pipelines publish again.
  expect(
    await database.sql(
      `select occupied_minutes::integer, known_minutes::integer, measured_minutes::integer
       from marts.market_rate_by_lot`,
    ),
  ).toEqual([{ occupied_minutes: 7, known_minutes: 100_800, measured_minutes: 0 }]);
});

test.each(['update occupancy_counts set occupied = 1', 'delete from occupancy_counts'])(
  'counts are only appended to: %s is refused',
  async (statement) => {
    await expect(database.sql(statement)).rejects.toThrow('occupancy_counts is append-only');
  },
);
