import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../api/routes.ts';
import { newId } from '../../src/access/ids.ts';
import { newUuid } from '../../src/kit/uuid.ts';
import { payoutId } from '../../src/money/payouts/payout-id.ts';
import { addMember } from '../src/access/people.ts';
import { addInvoice } from '../src/money/invoices/billing.ts';
import { CALLS_WITH_IDS, type IdCall, type Ids } from './calls-with-ids.ts';
import type { TestKey } from './client.ts';
import { addApp } from './oauth/add-app.ts';
import { fieldsOf } from './request-fields.ts';
import { inHours, openStage, type Stage } from './stage.ts';

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
  const asked = await post('/api/v1/privacy/erasures', { plate });
  const { signIn } = await addMember(api.database, parking.caller.operatorId);
  const { memberId } = signIn;
  const invited = await post('/api/v1/invitations', { role: 'viewer' });
  const invitation = invited.body.invitation.id;
  const [event] = await api.database.sql<{ event_id: string }>(
    'select event_id from events where entity_id = $1',
    [stay.sessionId],
  );
  if (state === 'over') {
    await api.request('DELETE', `/api/v1/webhooks/${webhook.id}`, { key: key.secret });
    await api.request('DELETE', `/api/v1/keys/${made.id}`, { key: key.secret });
    await api.request('DELETE', `/api/v1/invitations/${invitation}`, { key: key.secret });
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
    holdCode: hold.code,
    dispatch: dispatch.id,
    token: dispatch.allocations[0].fencing_token,
    vehicle: vehicles[0]?.plate ?? '',
    plate,
    invoice: await addInvoice(api.database, parking.caller),
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
    request: entered.headers['x-request-id'] ?? '',
    agent: agent.id,
    app: await addApp(api.database, parking.caller.operatorId, { memberId }),
    erasure: asked.body.erasure.id,
    member: memberId,
    invitation,
    signIn: signIn.signInId,
    operator: parking.caller.operatorId,
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
  holdCode: '3333-3333',
  dispatch: newId('dsp'),
  token: 1_000_000,
  vehicle: 'NEVERSEEN2',
  plate: 'NEVERSEEN1',
  invoice: newId('inv'),
  payout: ids.payout.replace(/.{4}$/, '0000'),
  localEvent: newUuid(),
  webhook: newId('wh'),
  delivery: newId('del'),
  event: newId('evt'),
  key: newId('key'),
  request: `req_${newUuid().replaceAll('-', '')}`,
  agent: newId('agt'),
  operator: newId('op'),
  app: newId('key'),
  erasure: newId('era'),
  member: newId('mem'),
  invitation: newId('ivt'),
  signIn: newId('sgn'),
});

const takesIds = routes.filter((route) =>
  fieldsOf(route).some(({ path }) => {
    const name = String(path.at(-1));
    return name === 'cursor' || (name.endsWith('_id') && name !== 'fleet_id');
  }),
);

test('every operation that takes an id is called here, except those with only a cursor', () => {
  const named = takesIds.map(({ operationId }) => operationId.replace(/V1$/, ''));
  const cursorsAlone = [
    'searchParking',
    'listPayouts',
    'listInvoices',
    'listFindings',
    'listPendingRefunds',
  ];
  expect([...new Set([...Object.keys(CALLS_WITH_IDS), ...cursorsAlone])].sort()).toEqual(
    [...new Set(named)].sort(),
  );
});

test.each(takesIds.filter(({ operationId }) => operationId.replace(/V1$/, '') in CALLS_WITH_IDS))(
  "$method $path does not reveal whether another operator's things exist",
  async ({ operationId, method, path }) => {
    const callsWith = (ids: Ids) =>
      CALLS_WITH_IDS[operationId.replace(/V1$/, '')]?.(ids, own) ?? [];
    const answer = async ({ path: names = {}, query = {}, body }: IdCall) => {
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
      // The request itself is valid, so only the ids decide the answer; keys have no sign-ins,
      // and a stranger does not own the server.
      const isRefused = /SignIns?$/.test(operationId) || path.startsWith('/api/v1/server/');
      expect(isRefused ? [403] : [200, 404], JSON.stringify(told)).toContain(status);
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
    name: expect.stringMatching(/^Test lot/),
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
  const people = `select
    (select count(*)::integer from members where removed_at is null) as members,
    (select count(*)::integer from sign_ins where ended_at is null) as sign_ins,
    (select count(*)::integer from invitations where withdrawn_at is null and accepted_at is null)
      as invitations`;
  expect(await stage.api.database.sql(people)).toEqual([
    { members: 2, sign_ins: 2, invitations: 1 },
  ]);
});
