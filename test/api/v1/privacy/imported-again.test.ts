import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importSessions } from '../../../../src/imports/sessions/import-sessions.ts';
import { type Erasing, openErasing } from './erasing.ts';

let erasing: Erasing;
beforeAll(async () => {
  erasing = await openErasing();
});
afterAll(() => erasing.api.stop());

const HEADER = 'lot_ref,plate,started_at,ended_at,amount';
const ERASED = 'lot-1,GONE1,2026-05-04T08:00:00Z,2026-05-04T09:00:00Z,3.50';
const OTHERS = [
  'lot-1,KEPT1,2026-05-04T08:00:00Z,2026-05-04T09:00:00Z,7.00',
  'lot-1,KEPT2,2026-05-04T08:00:00Z,2026-05-04T10:00:00Z,3.50',
];

async function imported(...lines: string[]) {
  const csv = Readable.from([Buffer.from(`${[HEADER, ...lines].join('\n')}\n`)]);
  const { operatorId } = erasing.key;
  const { created } = await importSessions(erasing.database.owner, {
    ...{ operatorId, livemode: true, csv },
  });
  return created;
}

test('a file that is imported again does not bring back a stay that was erased, nor its plate', async () => {
  expect(await imported(ERASED, ...OTHERS)).toBe(3);
  const erasure = await erasing.asked({ plate: 'GONE1' });
  await erasing.passDays(7);
  await erasing.run();
  expect(await erasing.statusOf(erasure)).toBe('done');

  expect(await imported(ERASED, ...OTHERS)).toBe(0);
  const { data } = await erasing.sent('GET', '/api/v1/sessions/search?plate=GONE1');
  expect(data).toEqual([]);
  const left = await erasing.database.sql('select vehicle_id from vehicles');
  expect(left).toHaveLength(OTHERS.length);
});

test('a stay with another amount or end than the erased one is imported', async () => {
  const [longer, dearer] = [ERASED.replace('T09', 'T11'), ERASED.replace('3.50', '9.00')];
  expect(await imported(longer.replace('GONE1', 'NEW1'))).toBe(1);
  expect(await imported(dearer.replace('GONE1', 'NEW2'))).toBe(1);
});
