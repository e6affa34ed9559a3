import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importSessions } from '../../../src/imports/sessions/import-sessions.ts';
import { newUuid } from '../../../src/kit/uuid.ts';
import { sealed } from '../../plates.ts';
import { openPost } from '../../src/outbound/webhooks/stage.ts';
import { openStage, type Stage } from '../stage.ts';

let stage: Stage;
let lotId: string;

beforeAll(async () => {
  stage = await openStage();
  lotId = await stage.parking.addLot({ total_spaces: 60, ref: 'lot-1' });
});
afterAll(() => stage.api.stop());

const sent = async (path: string, body: object) => {
  const answer = await stage.post(path, body, { 'Idempotency-Key': newUuid() });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const got = async (path: string, query = {}) => (await stage.get(path, query)).body;
const park = async (plate: string, lot_id = lotId) =>
  (await sent('/api/v1/sessions', { lot_id, plate })).session;

test('a stay shows the plate as its caller wrote it, wherever it is shown', async () => {
  const plate = 'MÜ-AB 12';
  const { id } = await park(` ${plate} `);
  expect((await got(`/api/v1/sessions/${id}`)).session.plate).toBe(plate);
  expect((await got('/api/v1/sessions', { lot_id: lotId })).data[0].plate).toBe(plate);
  const extended = await sent('/api/v1/sessions/extend', { session_id: id, extend_minutes: 30 });
  expect(extended.session.plate).toBe(plate);
  expect((await sent('/api/v1/sessions/end', { session_id: id })).session.plate).toBe(plate);
  expect((await got(`/api/v1/sessions/${id}/receipt`)).receipt.plate).toBe(plate);
});

test('a plate is one plate however it is written, and each stay shows it as its own caller did', async () => {
  const other = await stage.parking.addLot();
  await park('京A·12345');
  const again = await stage.post('/api/v1/sessions', { lot_id: lotId, plate: '京a 12345' });
  expect(again.body.error.details.reason).toBe('already_parked');
  await park('京A12345', other);
  const found = await got('/api/v1/sessions/search', { plate: '京Ａ-１２３４５' });
  expect(found.data.map((stay: { plate: string }) => stay.plate)).toEqual([
    '京A12345',
    '京A·12345',
  ]);
  const unlike = await got('/api/v1/sessions/search', { plate: '京А12345' });
  expect(unlike.data).toEqual([]);
});

test('a hold and the stay that comes of it show the plate of the field', async () => {
  const plate = 'А 123 ВС 77';
  const intent = 'for two hours, plate а123вс77';
  const { hold } = await sent('/api/v1/reserve', { lot_id: lotId, intent, plate });
  expect(hold.parsed.plate).toBe(plate);
  expect(hold.intent).toBe(`for two hours, plate ${plate}`);
  const { session } = await sent(`/api/v1/reserve/${hold.id}/activate`, {});
  expect(session.plate).toBe(plate);
});

test('a hold by words alone has their plate, as it was written, and keeps the words without it', async () => {
  for (const [plate, stored] of [
    ['京B·54321', '京B54321'],
    ['Е 123 КХ 777', 'Е123КХ777'],
    ['KÜN-X 7', 'KÜNX7'],
  ] as const) {
    const intent = `park ${plate} for two hours`;
    const { hold } = await sent('/api/v1/reserve', { lot_id: lotId, intent });
    expect(hold).toMatchObject({ intent, parsed: { plate } });
    expect(await stage.parking.tablesWith(plate)).toEqual(['public.shown_plates']);
    expect(await stage.parking.tablesWith(stored)).toEqual(['public.vehicles']);
  }
});

test('a fleet sends plates of any script, and commits them however they are written', async () => {
  const plates = ['ØL 12 345', '12가 3456', 'ق ي ن ١٢٣٤'];
  const vehicles = plates.map((plate) => ({ plate }));
  const { dispatch } = await sent('/av-fleet/dispatch', { fleet_id: 'n', lot_id: lotId, vehicles });
  expect(dispatch.allocations.map(({ plate }: { plate: string }) => plate)).toEqual(plates);
  const allocations = dispatch.allocations.map(
    ({ plate, fencing_token }: { plate: string; fencing_token: number }) => ({
      plate: plate.replaceAll(' ', '-').toLowerCase(),
      fencing_token,
    }),
  );
  await sent(`/av-fleet/dispatch/${dispatch.id}/commit`, { allocations });
  for (const plate of plates) {
    const { data } = await got('/api/v1/sessions/search', { plate });
    expect(data.map((stay: { plate: string }) => stay.plate)).toEqual([plate]);
  }
  const twice = { fleet_id: 'n', lot_id: lotId, vehicles: [{ plate: 'Ø 1' }, { plate: 'ø1' }] };
  expect((await stage.post('/av-fleet/dispatch', twice)).status).toBe(400);
});

test('imported stays show the plate as it was written, whoever was there before', async () => {
  const { operatorId } = stage.parking.caller;
  const line = (plate: string, day: number) =>
    `lot-1,${plate},2026-03-0${day}T10:00:00Z,2026-03-0${day}T11:00:00Z,1\n`;
  const csv = ['lot_ref,plate,started_at,ended_at,amount\n', line('Łó 77', 1), line('ŁÓ77', 2)];
  const file = { operatorId, livemode: true, csv: Readable.from(csv) };
  expect(await importSessions(stage.api.database.owner, file)).toMatchObject({ created: 2 });
  const { data } = await got('/api/v1/sessions/search', { plate: 'łó 77' });
  expect(data.map((stay: { plate: string }) => stay.plate)).toEqual(['ŁÓ77', 'Łó 77']);
});

test('events and webhooks tell the plate as it was written, and no other table has it', async () => {
  const post = await openPost(stage.api.database, stage.parking.caller.operatorId);
  await post.relay();
  await post.addWebhook({ events: ['session.created'] });
  const plate = 'ЧА·987-ЂШ';
  const { cursor } = await got('/api/v1/events/next');
  const { id } = await park(plate);
  await post.relay();
  const bodies = (await post.claim()).map(({ body }) => JSON.parse(body ?? '{}'));
  expect(bodies.map(({ data }) => data.vehicle_plate)).toEqual([plate]);
  const { data } = await got('/api/v1/events', { type: 'session.created' });
  expect(data[0].data).toMatchObject({ session_id: id, vehicle_plate: plate });
  expect((await got(`/api/v1/events/${data[0].id}`)).event.data.vehicle_plate).toBe(plate);
  const read = await got('/api/v1/events/next', { after: cursor });
  expect(JSON.stringify(read)).toContain(plate);
  const tables = ['public.event_bodies', 'public.shown_plates'];
  expect(await stage.parking.tablesWith(plate)).toEqual(tables);
  expect(await stage.parking.tablesWith('ЧА987ЂШ')).toEqual(['public.vehicles']);
  const renamed = [sealed('ERASED'), sealed('ЧА987ЂШ')];
  await stage.api.database.sql('update vehicles set plate = $1 where plate = $2', renamed);
  expect(await stage.parking.tablesWith(plate)).toEqual([]);
  expect((await got(`/api/v1/sessions/${id}`)).session.plate).toBe('ERASED');
});
