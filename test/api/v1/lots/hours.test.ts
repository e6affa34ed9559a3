import { afterAll, expect, test } from 'vitest';
import { osmFeature } from '../../../src/imports/lots/geojson.ts';
import { openStage } from '../../stage.ts';

const { api, post, get, send } = await openStage();
afterAll(() => api.stop());

const [WORDS, WRITTEN] = ['Mon to Fri 8am-6pm', 'Mo-Fr 08:00-18:00'];
let latitude = 10;

async function addLot(opening_hours: string) {
  latitude += 1;
  const [lat, lng] = [latitude, 20];
  const needed = { name: 'Harbor Deck', lat, lng, total_spaces: 9 };
  const { status, body, text } = await post('/api/v1/lots', { ...needed, opening_hours });
  expect(status, text).toBe(201);
  const id: string = body.lot.id;
  await send('PATCH', `/api/v1/lots/${id}`, { is_osm_export_allowed: true });
  return { id, bbox: [lng - 0.1, lat - 0.1, lng + 0.1, lat + 0.1].join() };
}

/** As versions stored it that took every text that the library could read. */
async function addOldLot(stored: string): Promise<Lot> {
  const lot = await addLot('24/7');
  await api.database.sql('update lots set opening_hours = $2 where lot_id = $1', [lot.id, stored]);
  return lot;
}

type Lot = Awaited<ReturnType<typeof addLot>>;

/** The opening hours in what other software reads, by endpoint; undefined: none are said. */
async function exportedHours({ id, bbox }: Lot) {
  const bodyOf = async (path: string, query = {}) => (await get(path, { bbox, ...query })).body;
  const [site] = (await bodyOf('/feeds/parkapi/v3/parking-sites')).items;
  const [otp] = (await bodyOf('/feeds/parkapi/v3/otp')).lots;
  const [osm] = (await bodyOf('/api/v1/lots.osm', { format: 'geojson' })).features;
  const { tags } = (await get(`/api/v1/lots/${id}/osm-tags`)).body;
  return [site, otp, osm.properties, tags].map(({ opening_hours: hours }) => hours);
}

/** Feeds are read after all of these are there, because feeds keep what they have for a while. */
const lot = await addLot(WORDS);
const old = await Promise.all(
  [
    [WORDS, WRITTEN],
    ['9-5', undefined],
    ['by appointment', undefined],
  ].map(async ([stored = '', written]) => [stored, written, await addOldLot(stored)] as const),
);

test('hours in plain words are stored and exported in the one form', async () => {
  const shown = await get(`/api/v1/lots/${lot.id}`);
  expect(shown.body.lot.opening_hours).toBe(WRITTEN);
  expect(await exportedHours(lot)).toEqual(Array.from({ length: 4 }, () => WRITTEN));
  const changed = await send('PATCH', `/api/v1/lots/${lot.id}`, {
    opening_hours: 'täglich 7-23 Uhr',
  });
  expect(changed.body.lot.opening_hours).toBe('Mo-Su 07:00-23:00');
});

test.each([
  ['whenever', /Unexpected token/],
  ['9 to 5', /after noon/],
  ['by appointment', /write days and times/],
])('what is not understood is refused with the field and the reason: %s', async (hours, why) => {
  const { id } = await addLot('24/7');
  const { status, body } = await send('PATCH', `/api/v1/lots/${id}`, { opening_hours: hours });
  expect(status).toBe(400);
  expect(body.error.details).toEqual([
    { field: 'opening_hours', reason: expect.stringMatching(why) },
  ]);
});

test('an import keeps no hours that are not understood, and says why', async () => {
  const said = [WORDS, 'by appointment', 'PH off'];
  const features = said.map((opening_hours, i) =>
    osmFeature(30 + i, 50, { name: `Lot ${i}`, ref: `hours ${i}`, opening_hours }),
  );
  const { body } = await post('/api/v1/lots/batch', { type: 'FeatureCollection', features });
  expect(body.results.map(({ notes }: { notes?: unknown }) => notes ?? [])).toEqual([
    [],
    [{ field: 'opening_hours', reason: expect.stringMatching(/write days and times/) }],
    [{ field: 'opening_hours', reason: 'says only when it is closed' }],
  ]);
  const shown = await Promise.all(
    body.results.map(({ id }: { id: string }) => get(`/api/v1/lots/${id}`)),
  );
  expect(shown.map((answer) => answer.body.lot.opening_hours)).toEqual([WRITTEN, null, null]);
});

test.each(old)(
  'hours that older versions stored are exported in that form, or not at all: %s',
  async (stored, written, lot) => {
    expect(await exportedHours(lot)).toEqual(Array.from({ length: 4 }, () => written));
    expect((await get(`/api/v1/lots/${lot.id}`)).body.lot.opening_hours).toBe(stored);
  },
);
