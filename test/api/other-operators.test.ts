import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../api/routes.ts';
import { newId, newUuid } from '../../src/ids.ts';
import { writeCursor } from '../../src/page.ts';
import { payoutId } from '../../src/payouts/payout-id.ts';
import type { TestKey } from './client.ts';
import { fieldsOf } from './request-fields.ts';
import { inHours, openStage, type Stage } from './stage.ts';

/** Ids of things, which may exist or not. */
type Ids = {
  lot: string;
  session: string;
  code: string;
  hold: string;
  dispatch: string;
  token: number;
  vehicle: string;
  plate: string;
  payout: string;
  localEvent: string;
  webhook: string;
  delivery: string;
  event: string;
  key: string;
  agent: string;
  createdUs: number;
};
type Call = { path?: object; query?: Record<string, string>; body?: object };

/** The number of a lot in ParkAPI. */
const siteIdOf = (lotId: string) =>
  String(Number.parseInt(lotId.replaceAll('-', '').slice(-13), 16));

/** The calls of every operation that takes an id, made with given ids. */
const CALLS: Record<string, (ids: Ids, own: { lot: string }) => Call[]> = {
  getLot: ({ lot }) => [{ path: { lot_id: lot } }],
  getLotOsmTags: ({ lot }) => [{ path: { lot_id: lot } }],
  getParkingSite: ({ lot }) => [{ path: { parking_site_id: siteIdOf(lot) } }],
  getRates: ({ lot }) => [{ path: { lot_id: lot } }],
  callDispatcher: ({ lot }) =>
    ['check_availability', 'get_rates'].map((action) => ({
      body: { action, parameters: { lot_id: lot } },
    })),
  listLots: ({ lot, createdUs }) => [
    { query: { ref: lot } },
    { query: { cursor: writeCursor({ createdUs, id: lot }) } },
  ],
  updateLot: ({ lot }) => [
    { path: { lot_id: lot }, body: { name: 'Mine' } },
    { path: { lot_id: lot }, body: { total_spaces: 1, currency: 'usd' } },
    { path: { lot_id: lot }, body: { access: { space_labels: ['A'] } } },
  ],
  deleteLot: ({ lot }) => [{ path: { lot_id: lot } }],
  createOccupancy: ({ lot }) => [
    { path: { lot_id: lot }, body: { occupied: 1 } },
    { path: { lot_id: lot }, body: { occupied: 99_999 } },
    { path: { lot_id: lot }, body: { occupied: 1, at: '2020-01-01T00:00:00Z' } },
  ],
  putRates: ({ lot }) => [
    { path: { lot_id: lot }, body: { base_rate: 1 } },
    { path: { lot_id: lot }, body: { base_rate: 1.001, currency: 'usd' } },
    { path: { lot_id: lot }, body: { base_rate: 1, effective_from: '2020-01-01T00:00:00Z' } },
  ],
  createSession: ({ lot, hold, plate }, own) => [
    { body: { lot_id: lot, plate: 'MINE01' } },
    { body: { lot_id: lot, plate } },
    { body: { lot_id: own.lot, plate: 'MINE01', hold_id: hold } },
    { body: { lot_id: lot, plate, hold_id: hold } },
  ],
  listSessions: ({ lot, session, createdUs }) => [
    { query: { lot_id: lot } },
    { query: { cursor: writeCursor({ createdUs, id: session }) } },
  ],
  searchSessions: ({ lot, session, plate, createdUs }) => [
    { query: { plate } },
    { query: { plate, lot_id: lot } },
    { query: { plate, cursor: writeCursor({ createdUs, id: session }) } },
  ],
  getSession: ({ session }) => [{ path: { session_id: session } }],
  getReceipt: ({ session }) => [{ path: { session_id: session } }],
  extendSession: ({ session, code }) => [
    { body: { session_id: session, extend_hours: 1 } },
    { body: { session_id: session, session_code: code, extend_minutes: 30 } },
    { body: { session_code: code, extend_minutes: 30 } },
  ],
  endSession: ({ session, code }) => [
    { body: { session_id: session } },
    { body: { session_id: session, session_code: code } },
    { body: { session_code: code } },
  ],
  refundSession: ({ session }) => [
    { path: { session_id: session }, body: { reason: 'mine' } },
    { path: { session_id: session }, body: { reason: 'mine', amount: 0.001 } },
    { path: { session_id: session }, body: { reason: 'mine', amount: 1_000_000 } },
  ],
  listRefunds: ({ session }) => [{ path: { session_id: session } }],
  getPayout: ({ payout }) => [{ path: { payout_id: payout } }],
  getLocalEvent: ({ localEvent }) => [{ path: { event_id: localEvent } }],
  deleteLocalEvent: ({ localEvent }) => [{ path: { event_id: localEvent } }],
  listLocalEvents: ({ localEvent, createdUs }) => [
    { query: { cursor: writeCursor({ createdUs, id: localEvent }) } },
  ],
  listWebhooks: ({ webhook, createdUs }) => [
    { query: { cursor: writeCursor({ createdUs, id: webhook }) } },
  ],
  getWebhook: ({ webhook }) => [{ path: { webhook_id: webhook } }],
  updateWebhook: ({ webhook }) => [
    { path: { webhook_id: webhook }, body: { status: 'paused' } },
    { path: { webhook_id: webhook }, body: { url: 'http://hooks.example.com' } },
  ],
  deleteWebhook: ({ webhook }) => [{ path: { webhook_id: webhook } }],
  rotateWebhookSecret: ({ webhook }) => [{ path: { webhook_id: webhook } }],
  testWebhook: ({ webhook }) => [{ path: { webhook_id: webhook }, body: {} }],
  replayWebhookEvents: ({ webhook, event, createdUs }) => [
    { path: { webhook_id: webhook }, body: { since: inHours(-1) } },
    { path: { webhook_id: webhook }, body: { since: '2020-01-01T00:00:00Z' } },
    {
      path: { webhook_id: webhook },
      body: { since: inHours(-1), cursor: writeCursor({ createdUs, id: event }) },
    },
  ],
  listDeliveries: ({ webhook, delivery, createdUs }) => [
    { path: { webhook_id: webhook } },
    {
      path: { webhook_id: webhook },
      query: { cursor: writeCursor({ createdUs, id: delivery }) },
    },
  ],
  getDelivery: ({ webhook, delivery }) => [
    { path: { webhook_id: webhook, delivery_id: delivery } },
  ],
  redeliver: ({ webhook, delivery }) => [{ path: { webhook_id: webhook, delivery_id: delivery } }],
  listEvents: ({ event, createdUs }) => [
    { query: { cursor: writeCursor({ createdUs, id: event }) } },
  ],
  getEvent: ({ event }) => [{ path: { event_id: event } }],
  listKeys: ({ key, createdUs }) => [{ query: { cursor: writeCursor({ createdUs, id: key }) } }],
  getKey: ({ key }) => [{ path: { key_id: key } }],
  rotateKey: ({ key }) => [{ path: { key_id: key } }],
  deleteKey: ({ key }) => [{ path: { key_id: key } }],
  registerAgent: ({ key }) => [{ body: { name: 'Mine', platform: 'mine', key_id: key } }],
  listAgents: ({ agent, createdUs }) => [
    { query: { cursor: writeCursor({ createdUs, id: agent }) } },
  ],
  getAgent: ({ agent }) => [{ path: { agent_id: agent } }],
  listAudit: ({ session, hold, key }) => [
    { query: { entity_id: session } },
    { query: { entity_id: hold } },
    { query: { actor_id: key } },
  ],
  reserve: ({ lot, plate }) => [
    { body: { intent: 'now for an hour', lot_id: lot } },
    { body: { intent: 'now for an hour', lot_id: lot, plate, space_count: 50 } },
  ],
  listReservations: ({ lot, hold, createdUs }) => [
    { query: { lot_id: lot } },
    { query: { cursor: Buffer.from(`${createdUs / 1_000}_${hold}`).toString('base64url') } },
  ],
  getReservation: ({ hold }) => [{ path: { hold_id: hold } }],
  activateReservation: ({ hold, plate }) => [
    { path: { hold_id: hold }, body: {} },
    { path: { hold_id: hold }, body: { plate } },
  ],
  cancelReservation: ({ hold }) => [{ path: { hold_id: hold }, body: {} }],
  dispatchFleet: ({ lot, plate }) => [
    { body: { fleet_id: 'mine', lot_id: lot, vehicles: [{ plate: 'MINE01' }] } },
    { body: { fleet_id: 'north', lot_id: lot, vehicles: [{ plate }] } },
  ],
  listDispatches: ({ dispatch, createdUs }) => [
    { query: { fleet_id: 'north' } },
    { query: { cursor: writeCursor({ createdUs, id: dispatch }) } },
  ],
  getDispatch: ({ dispatch }) => [{ path: { dispatch_id: dispatch } }],
  commitDispatch: ({ dispatch, vehicle: plate, token }) => [
    {
      path: { dispatch_id: dispatch },
      body: { allocations: [{ plate, fencing_token: token }] },
    },
    { path: { dispatch_id: dispatch }, body: { allocations: [{ plate, fencing_token: 0 }] } },
  ],
  releaseDispatch: ({ dispatch }) => [{ path: { dispatch_id: dispatch }, body: {} }],
};

let stage: Stage;
let stranger: TestKey;
let own: { lot: string };
/** An operator's things, in every state that an answer could reveal. */
let theirs: Ids[];

beforeAll(async () => {
  stage = await openStage();
  const rateLimits = { read: 10_000, write: 10_000, fleet: 10_000, dispatcher: 10_000 };
  stranger = await stage.api.createKey({ rateLimits });
  own = { lot: await stage.parking.addLot({ operator_id: stranger.operatorId }) };
  theirs = [await layOut('under way'), await layOut('over')];
});
afterAll(() => stage.api.stop());

/** An unlisted lot with a stay, a hold, a dispatch and a local event; and a webhook. */
async function layOut(state: 'under way' | 'over'): Promise<Ids> {
  const { parking, post, api, key } = stage;
  const lot = await parking.addLot();
  const plate = parking.newPlate();
  const stay = await parking.park(lot, { plate });
  const hold = await parking.held(lot, { plate: parking.newPlate() });
  const vehicles = [{ plate: parking.newPlate() }];
  const sent = await post('/av-fleet/dispatch', { fleet_id: 'north', lot_id: lot, vehicles });
  const { dispatch } = sent.body;
  const entered = await post('/api/v1/local-events', {
    name: 'Fair',
    type: 'festival',
    impact: 'low',
    starts_at: inHours(1),
    ends_at: inHours(2),
    lat: 43.6532,
    lng: -79.3832,
  });
  const localEvent = entered.body.local_event.id;
  const { webhook } = (
    await post('/api/v1/webhooks', { url: 'https://hooks.example.com', events: ['lot.updated'] })
  ).body;
  const tested = await post(`/api/v1/webhooks/${webhook.id}/test`, {});
  const { key: made } = (await post('/api/v1/keys', { name: 'till', scopes: ['lots:read'] })).body;
  const { agent } = (
    await post('/api/v1/agents', { name: 'Valet', platform: 'openai', key_id: made.id })
  ).body;
  const [event] = await api.database.sql<{ event_id: string }>(
    'select event_id from events where entity_id = $1',
    [stay.sessionId],
  );
  if (state === 'over') {
    await api.request('DELETE', `/api/v1/webhooks/${webhook.id}`, { key: key.secret });
    await api.request('DELETE', `/api/v1/keys/${made.id}`, { key: key.secret });
    await parking.end(stay);
    await parking.cancel(hold);
    await post(`/av-fleet/dispatch/${dispatch.id}/release`, {});
    await api.request('DELETE', `/api/v1/local-events/${localEvent}`, { key: key.secret });
  }
  await api.database.sql('update lots set is_listed = false where lot_id = $1', [lot]);
  const now = new Date();
  return {
    lot,
    session: stay.sessionId,
    code: stay.sessionCode,
    hold: hold.holdId,
    dispatch: dispatch.id,
    token: dispatch.allocations[0].fencing_token,
    vehicle: vehicles[0]?.plate ?? '',
    plate,
    payout: payoutId({
      operatorId: parking.caller.operatorId,
      livemode: true,
      currency: 'cad',
      from: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())),
    }),
    localEvent,
    webhook: webhook.id,
    delivery: tested.body.delivery.id,
    event: event?.event_id ?? '',
    key: made.id,
    agent: agent.id,
    createdUs: stay.createdAt.getTime() * 1_000,
  };
}

/** The same ids for things that never existed. */
const nothingLike = (ids: Ids): Ids => ({
  ...ids,
  lot: newUuid(),
  session: newId('ses'),
  code: '2222-2222',
  hold: newId('hold'),
  dispatch: newId('dsp'),
  token: 1_000_000,
  vehicle: 'NEVERSEEN2',
  plate: 'NEVERSEEN1',
  payout: ids.payout.replace(/.{4}$/, '0000'),
  localEvent: newUuid(),
  webhook: newId('wh'),
  delivery: newId('del'),
  event: newId('evt'),
  key: newId('key'),
  agent: newId('agt'),
});

const takesIds = routes.filter((route) =>
  fieldsOf(route).some(({ path }) => {
    const name = String(path.at(-1));
    return name === 'cursor' || (name.endsWith('_id') && name !== 'fleet_id');
  }),
);

test('every operation that takes an id is called here, except those with only a cursor', () => {
  const named = takesIds.map(({ operationId }) => operationId.replace(/V1$/, ''));
  const cursorsAlone = ['searchParking', 'listPayouts'];
  expect([...new Set([...Object.keys(CALLS), ...cursorsAlone])].sort()).toEqual(
    [...new Set(named)].sort(),
  );
});

test.each(takesIds.filter(({ operationId }) => operationId.replace(/V1$/, '') in CALLS))(
  "$method $path does not reveal whether another operator's things exist",
  async ({ operationId, method, path }) => {
    const callsWith = (ids: Ids) => CALLS[operationId.replace(/V1$/, '')]?.(ids, own) ?? [];
    const answer = async ({ path: names = {}, query = {}, body }: Call) => {
      const url = Object.entries(names).reduce(
        (text, [name, id]) => text.replace(`{${name}}`, String(id)),
        path as string,
      );
      const { status, body: told } = await stage.api.request(method.toUpperCase(), url, {
        key: stranger.secret,
        query,
        headers: { 'idempotency-key': 'the same' },
        ...(body !== undefined && { body }),
      });
      if (told?.error !== undefined) told.error.request_id = '';
      // The request itself is valid, so only the ids decide the answer.
      expect([200, 404], JSON.stringify(told)).toContain(status);
      return { status, told };
    };
    for (const ids of theirs) {
      const nowhere = callsWith(nothingLike(ids));
      for (const [i, call] of callsWith(ids).entries())
        expect(await answer(call), JSON.stringify(call)).toEqual(await answer(nowhere[i] ?? {}));
    }
  },
);

test('the calls changed nothing', async () => {
  const [first] = theirs;
  const [lot] = await stage.api.database.sql<object>(
    `select name, total_spaces, taken_spaces, held_spaces, deleted_at, reported_at
     from lots where lot_id = $1`,
    [first?.lot],
  );
  expect(lot).toEqual({
    name: 'Test lot',
    total_spaces: 10,
    taken_spaces: 1,
    held_spaces: 2,
    deleted_at: null,
    reported_at: null,
  });
  expect(await stage.api.database.sql('select from refunds')).toEqual([]);
  const ended = 'select key_id from api_keys where revoked_at is not null';
  expect(await stage.api.database.sql(ended)).toEqual([{ key_id: theirs[1]?.key }]);
  const kept = 'select event_id from local_events where deleted_at is null';
  expect(await stage.api.database.sql(kept)).toEqual([{ event_id: first?.localEvent }]);
  const [webhook] = await stage.api.database.sql<object>(
    `select status, round, updated_at = created_at as is_as_made
     from webhooks where webhook_id = $1`,
    [first?.webhook],
  );
  expect(webhook).toEqual({ status: 'active', round: 1, is_as_made: true });
  const count = 'select count(*)::integer as count from deliveries';
  expect(await stage.api.database.sql(count)).toEqual([{ count: theirs.length }]);
});
