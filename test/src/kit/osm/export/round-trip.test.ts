import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../stage/database.ts';
import { exportFile, importFile } from '../../../../stage/osm-round-trip.ts';

const HELSINKI = '../shared/data/osm/helsinki.osm';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** The tags of each object with tags, by its id: \`way/1\`. */
function tagsIn(osm: string): Map<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>();
  for (const [, type, id, inside = ''] of osm.matchAll(
    /<(node|way|relation) id="(\d+)"[^>]*[^/]>(.*?)<\/\1>/gs,
  ))
    found.set(
      `${type}/${id}`,
      Object.fromEntries(
        [...inside.matchAll(/<tag k="([^"]*)" v="([^"]*)"/g)].map(([, key, value]) => [key, value]),
      ),
    );
  return found;
}

test('every tag of a real file comes out as it went in', async ({ skip }) => {
  if (!existsSync(HELSINKI)) skip(`${HELSINKI} is not there: it is not part of the project`);
  const tags = tagsIn(await readFile(HELSINKI, 'utf8'));
  const operatorId = await importFile(database, () => createReadStream(HELSINKI));
  const { features } = JSON.parse(await exportFile(database, 'geojson', operatorId));
  expect(features.length).toBeGreaterThan(30);
  for (const { properties } of features) {
    const { '@id': id, ...exported } = properties;
    const file = tags.get(id) ?? {};
    expect(exported, id).toMatchObject(file);
    const added = Object.keys(exported).filter((key) => !(key in file));
    expect(added).toEqual([]);
  }
});
