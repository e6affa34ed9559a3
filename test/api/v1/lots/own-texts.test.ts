import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOsmLot } from '../../../stage/osm-lots.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';

// What an operator writes for itself stays its own in every public form of a lot.

const OWN = {
  ref: 'own-ref-4711',
  osm_tags: JSON.stringify({
    note: 'own-note-4711',
    'note:de': 'own-note-4711',
    fixme: 'own-fixme-4711',
    'source:name': 'own-source-4711',
    surface: 'asphalt',
  }),
};
const IS_OWN = /own-\w+-4711/g;
const KEPT = ['own-ref-4711', 'own-note-4711', 'own-fixme-4711', 'own-source-4711'];

let api: TestApi;
let owner: TestKey;
let strangers: (TestKey | undefined)[];
let lotId: string;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.createKey();
  const listed = { name: 'Elm Street', latitude: 41.2, longitude: -99.6, ...OWN };
  lotId = await addOsmLot(api.database, owner.operatorId, {
    ...listed,
    is_osm_export_allowed: false,
  });
  const ownFleet = await api.createKey({ operatorId: owner.operatorId, fleetId: 'north' });
  strangers = [undefined, await api.createKey(), await api.createKey(), ownFleet];
});
afterAll(() => api.stop());

const PLACE = 'lat=41.2&lng=-99.6';
const FORMS = [
  ...['/api/v1/lots/{lot_id}', '/api/v1/lots/{lot_id}/osm-tags', `/api/v1/lots/search?${PLACE}`],
  ...['/api/v1/lots.geojson', '/api/v1/lots.ndjson.gz', '/api/v1/lots.osm', '/api/v1/lots.osc'],
  ...['/feeds/parkapi/v3/parking-sites', '/feeds/parkapi/v3/sources', '/feeds/parkapi/v3/otp'],
  ...['/feeds/apds/v4/places', '/feeds/apds/v4/rates', '/api/v1/projection-sites.geojson'],
];

async function ownTextsIn(form: string, key: TestKey | undefined): Promise<string[]> {
  const path = form.replace('{lot_id}', lotId);
  const { status, text } = await api.request('GET', path, { key: key?.secret });
  expect([path, status]).toEqual([path, 200]);
  return [...new Set(text.match(IS_OWN))].sort();
}

test.each(FORMS)('%s shows nobody else an own text without leave', async (form) => {
  for (const key of strangers) expect(await ownTextsIn(form, key)).toEqual([]);
});

test('what others are shown says the rest', async () => {
  const { body } = await api.request('GET', `/api/v1/lots/${lotId}/osm-tags`);
  expect(body.tags).toMatchObject({ name: 'Elm Street', surface: 'asphalt' });
  expect(body.left_out).toEqual([]);
});

test('the operator reads its own texts', async () => {
  expect(await ownTextsIn('/api/v1/lots/{lot_id}', owner)).toEqual(['own-ref-4711']);
  expect(await ownTextsIn('/api/v1/lots', owner)).toEqual(['own-ref-4711']);
  expect(await ownTextsIn('/api/v1/lots/{lot_id}/osm-tags', owner)).toEqual(KEPT.toSorted());
});

test('with leave, everybody reads them as tags', async () => {
  await api.database.sql('update lots set is_osm_export_allowed = true where lot_id = $1', [lotId]);
  for (const key of strangers)
    expect(await ownTextsIn('/api/v1/lots/{lot_id}/osm-tags', key)).toEqual(KEPT.toSorted());
});
