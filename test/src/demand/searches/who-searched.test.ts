import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectSites } from '../../../../src/demand/searches/project-sites.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import { addSearches, byAddress, byKey, readSites, searchesBy } from './unmet.ts';

let parking: Parking;
beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

test('nothing that is stored says which key or address searched', async () => {
  const callers = [byKey('telltale'), byAddress('203.0.113.77'), byAddress('2001:db8:7e11::77')];
  const wishes = callers.flatMap((caller) => searchesBy([4], { caller }));
  await addSearches(parking.database, wishes);
  await projectSites(parking.pipelines);
  expect(await readSites(parking.database)).toHaveLength(1);
  for (const text of ['key_telltale', '203.0.113.77', '2001:db8:7e11'])
    expect(await parking.tablesWith(text)).toEqual([]);
});

test('no statement can write a site of fewer than three callers', async () => {
  const fewer = parking.database.sql('update marts.projection_sites set caller_count = 2');
  await expect(fewer).rejects.toMatchObject({ constraint: 'projection_sites_caller_count_check' });
});
