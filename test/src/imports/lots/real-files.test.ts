import { createReadStream, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { createOperator } from '../../../../src/access/operators/create-operator.ts';
import type { ImportedLots } from '../../../../src/imports/lots/count-outcomes.ts';
import { importLots } from '../../../../src/imports/lots/import-lots.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';

/** Files of OpenStreetMap and of ParkAPI as their own tools write them. */

const SHARED = '../shared/data';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into rows of any shape
type Row = any;

async function newOperator(): Promise<string> {
  const request = { name: 'Somebody', plan: 'free', actorId: 'test' };
  return (await createOperator(database.owner, request)).id;
}

async function importFile(path: string, operatorId: string): Promise<ImportedLots> {
  const open = () => createReadStream(`${SHARED}/${path}`);
  return importLots(database.owner, { operatorId, livemode: true, open });
}

async function lotsOf(operatorId: string): Promise<Row[]> {
  const rows = await database.sql<{ lot: Row }>(
    `select lot_snapshot(lots) as lot from lots where operator_id = $1
     order by coalesce(osm_id, ref) collate "C"`,
    [operatorId],
  );
  return rows.map(({ lot }) => lot);
}

function need(skip: TestContext['skip']): void {
  if (!existsSync(SHARED)) skip(`${SHARED} is not there: it is not part of the project`);
}

/**
 * 30 ways and 13 nodes. Four of the ways lack nodes, so osmium writes none of them. The other eight
 * points with tags are crossings, traffic signs and gates on outlines, and no car parks.
 */
const FORMS = [
  { form: 'helsinki.osm', lotCount: 43, areaCount: 26 },
  { form: 'helsinki.osm.pbf', lotCount: 43, areaCount: 26 },
  { form: 'helsinki-osmium.geojson', lotCount: 39, areaCount: 26 },
  { form: 'helsinki-osmtogeojson.geojson', lotCount: 43, areaCount: 26 },
];

test.for(FORMS)(
  'all car parks of Helsinki come in, and nothing else: $form',
  async (one, { skip }) => {
    need(skip);
    const operatorId = await newOperator();
    const first = await importFile(`osm/${one.form}`, operatorId);
    expect(first).toMatchObject({ created: one.lotCount, rejected: [] });
    const lots = await lotsOf(operatorId);
    expect(lots.filter(({ area_m2 }) => area_m2 !== null)).toHaveLength(one.areaCount);
    for (const lot of lots)
      expect(lot).toMatchObject({ rate_minor: null, country: 'FI', data_license: 'ODbL-1.0' });
    const second = await importFile(`osm/${one.form}`, operatorId);
    const again = first.lots.map((lot) => ({ ...lot, status: 'unchanged' }));
    expect(second).toEqual({ ...first, lots: again, created: 0, unchanged: one.lotCount });
  },
);

test('the forms of Helsinki say the same, and each recognises the lots of the others', async ({
  skip,
}) => {
  need(skip);
  const operatorId = await newOperator();
  for (const { form } of FORMS) {
    await importFile(`osm/${form}`, operatorId);
    const others = FORMS.filter((other) => other.form !== form);
    const lots = await lotsOf(operatorId);
    expect(lots).toHaveLength(43);
    for (const other of others) {
      const { created, rejected } = await importFile(`osm/${other.form}`, operatorId);
      expect([created, rejected]).toEqual([0, []]);
      const comparable = ({ latitude, longitude, cell, area_m2, ...lot }: Row) => lot;
      expect((await lotsOf(operatorId)).map(comparable)).toEqual(lots.map(comparable));
    }
  }
});

test('every file of ParkAPI v3 comes in whole, and what has no place here is reported once', async ({
  skip,
}) => {
  need(skip);
  const operatorId = await newOperator();
  const files = (await readdir(`${SHARED}/parkapi-v3`)).filter((name) => name.endsWith('.geojson'));
  const fields = new Set<string>();
  for (const name of files) {
    const { rejected, noted, columns } = await importFile(`parkapi-v3/${name}`, operatorId);
    expect([rejected, noted]).toEqual([[], []]);
    for (const { column, read_as } of columns) if (read_as === null) fields.add(column);
  }
  // Both are of the source, not of the lot.
  expect([...fields]).toEqual(['has_realtime_data', 'static_data_updated_at']);
  const lots = await lotsOf(operatorId);
  expect(lots).toHaveLength(71);
});
