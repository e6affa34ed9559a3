import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { startTestApi, type TestApi } from '../client.ts';
import { addLotWith, randomLot } from './many-lots.ts';

const COUNT = 100;
const seed = seedOfRun();
const hasOgr2ogr = spawnSync('ogr2ogr', ['--version']).status === 0;

let api: TestApi;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feeds-'));
  api = await startTestApi();
  const { operatorId } = await api.createKey();
  const random = randomFrom(seed);
  for (let i = 0; i < COUNT; i += 1) await addLotWith(api.database, operatorId, randomLot(random));
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true });
});

async function save(path: string, file: string): Promise<string> {
  const { body } = await request(api.url + path);
  const saved = join(folder, file);
  await writeFile(saved, Buffer.from(await body.arrayBuffer()));
  return saved;
}

/** The rows that GDAL reads, each with its place. */
function readRows(file: string): string[] {
  const { status, stdout, stderr } = spawnSync('ogr2ogr', [
    ...['-f', 'CSV', '/vsistdout/', file],
    ...['-lco', 'GEOMETRY=AS_XY', '-select', 'slug'],
  ]);
  expect([status, String(stderr)]).toEqual([0, '']);
  return String(stdout).trim().split('\n').slice(1).toSorted();
}

test.skipIf(!hasOgr2ogr)(
  `ogr2ogr finds the same places in map and dump (skipped without ogr2ogr; seed ${seed})`,
  async () => {
    const map = readRows(await save('/api/v1/lots.geojson', 'lots.geojson'));
    const file = await save('/api/v1/lots.ndjson.gz', 'lots.ndjson.gz');
    expect(map).toHaveLength(COUNT);
    expect(readRows(`GeoJSONSeq:/vsigzip/${file}`)).toEqual(map);
  },
);
