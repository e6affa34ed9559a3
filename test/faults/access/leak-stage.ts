import type { Operation } from '../../../api/operation.ts';
import { newUuid } from '../../../src/kit/uuid.ts';
import { payoutId } from '../../../src/money/payouts/payout-id.ts';
import { CALLS_WITH_IDS, type IdCall, type Ids } from '../../api/calls-with-ids.ts';
import type { Answer, NewTestKey, TestApi, TestKey } from '../../api/client.ts';
import { addApp } from '../../api/oauth/add-app.ts';
import { startProxiedApi } from '../../api/proxied-api.ts';
import { inHours } from '../../api/stage.ts';
import { addMember } from '../../src/access/people.ts';
import { addInvoice } from '../../src/money/invoices/billing.ts';
import { addLot } from '../../stage/fixtures.ts';
import { openTestWarehouse } from '../../stage/warehouse.ts';

const FLEET = 'north';
export const PLACE = { lat: 43.6532, lng: -79.3832 };

/** Words that only some callers may read. */
export const SECRETS = {
  plate: 'LEAKPLATE1',
  heldPlate: 'LEAKPLATE2',
  fleetPlate: 'LEAKPLATE3',
  vin: '5YJSA1E22HF176941',
  heldVin: '5YJSA1E24HF176942',
  metadata: 'LEAKMETADATA',
  email: 'leaked@example.org',
  gateCode: 'LEAKGATE',
  notes: 'LEAKNOTES',
  exit: 'LEAKEXIT',
  ref: 'LEAKREF',
} as const;

export type Secret = keyof typeof SECRETS | 'payment' | 'code' | 'holdCode' | 'session' | 'hold';

export type Viewer = { name: string; key: string | undefined; mayRead: readonly Secret[] };

/** One listed lot with a stay, a hold and an allocation on it that another operator's keys made. */
export type LeakStage = {
  api: TestApi;
  lot: string;
  ids: Ids;
  /** The texts that secrets are. */
  texts: Record<Secret, string>;
  viewers: readonly Viewer[];
  call(operation: Operation, call: IdCall, as: Viewer): Promise<Answer>;
  callsOf(operation: Operation): IdCall[];
};

const ALL: readonly Secret[] = [
  ...(Object.keys(SECRETS) as (keyof typeof SECRETS)[]),
  ...(['payment', 'code', 'holdCode', 'session', 'hold'] as const),
];
/** What the operator of the lot has of its own, and sees of the stays on it. */
const OF_LOT: readonly Secret[] = [
  ...(['plate', 'heldPlate', 'fleetPlate', 'gateCode', 'notes', 'exit', 'ref'] as const),
  ...(['code', 'holdCode', 'session', 'hold'] as const),
];
/** What the makers of the stays have of them; no code opens a gate before there is a stay. */
const OF_MAKER = ALL.filter((secret) => !['ref'].includes(secret));
const OF_FLEET: readonly Secret[] = ['fleetPlate'];

export async function openLeakStage(): Promise<LeakStage> {
  const api = await startProxiedApi();
  const { operatorId: serverOwner } = await api.createKey();
  api.giveServerTo(serverOwner);
  const owner = await api.createKey();
  const maker = await api.createKey();
  const fleetKey = await api.createKey({ operatorId: maker.operatorId, fleetId: FLEET });
  const lot = await addLot(api.database, {
    ...{ operator_id: owner.operatorId, name: 'Cedar Street Garage', total_spaces: 1_000 },
    ...{ latitude: PLACE.lat, longitude: PLACE.lng, ref: SECRETS.ref },
    entry_instructions: {
      ...{ gate_code: SECRETS.gateCode, entry_lane: 'north' },
      ...{ exit_procedure: SECRETS.exit, notes: SECRETS.notes },
    },
  });
  await api.database.sql('update lots set hold_others_pct = 100, hold_each_pct = 100');

  async function post(path: string, body: object, as = maker) {
    const headers = { 'idempotency-key': newUuid() };
    const answer = await api.request('POST', path, { key: as.secret, body, headers });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  }
  const { session } = await post('/api/v1/sessions', {
    ...{ lot_id: lot, plate: SECRETS.plate, driver_email: SECRETS.email },
    ...{ vehicle: { vin: SECRETS.vin }, metadata: { note: SECRETS.metadata } },
  });
  const { hold } = await post('/api/v1/reserve', {
    ...{ intent: 'now for an hour', lot_id: lot, plate: SECRETS.heldPlate },
    vehicle: { vin: SECRETS.heldVin },
  });
  const asked = { lot_id: lot, vehicles: [{ plate: SECRETS.fleetPlate }] };
  const { dispatch } = await post('/av-fleet/dispatch', asked, fleetKey);
  const { local_event } = await post(
    '/api/v1/local-events',
    {
      ...{ name: 'Fair', type: 'festival', impact: 'low', ...PLACE },
      ...{ starts_at: inHours(1), ends_at: inHours(2) },
    },
    owner,
  );
  const url = 'https://hooks.example.com';
  const { webhook } = await post('/api/v1/webhooks', { url, events: ['lot.updated'] }, owner);
  const tested = await post(`/api/v1/webhooks/${webhook.id}/test`, {}, owner);
  const { key } = await post('/api/v1/keys', { name: 'till', scopes: ['lots:read'] });
  const named = { name: 'Valet', platform: 'openai', key_id: key.id };
  const { agent } = await post('/api/v1/agents', named);
  const erasing = { plate: SECRETS.plate };
  const { erasure } = await post('/api/v1/privacy/erasures', erasing, owner);
  const [call] = await api.database.sql<{ request_id: string }>(
    'select request_id from audit_log where entity_id = $1',
    [session.id],
  );
  const [event] = await api.database.sql<{ event_id: string }>(
    'select event_id from events where entity_id = $1',
    [session.id],
  );
  const { signIn } = await addMember(api.database, owner.operatorId);
  const { invitation } = await post('/api/v1/invitations', { role: 'viewer' }, owner);
  const warehouse = await openTestWarehouse(api.database);
  await warehouse.refresh();
  await warehouse.close();
  const now = new Date();
  const ids: Ids = {
    ...{ lot, session: session.id, code: session.session_code, hold: hold.id },
    holdCode: hold.code,
    ...{ dispatch: dispatch.id, token: dispatch.allocations[0].fencing_token },
    ...{ vehicle: SECRETS.fleetPlate, plate: SECRETS.plate, localEvent: local_event.id },
    ...{ webhook: webhook.id, delivery: tested.delivery.id, event: event?.event_id ?? '' },
    ...{ key: key.id, agent: agent.id, erasure: erasure.id, createdUs: now.getTime() * 1_000 },
    operator: owner.operatorId,
    ...{ member: signIn.memberId, signIn: signIn.signInId, invitation: invitation.id },
    request: call?.request_id ?? '',
    invoice: await addInvoice(api.database, owner),
    app: await addApp(api.database, owner.operatorId),
    payout: payoutId({
      ...{ operatorId: owner.operatorId, livemode: true, currency: 'cad' },
      from: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())),
    }),
  };
  return {
    api,
    lot,
    ids,
    texts: {
      ...SECRETS,
      ...{ payment: session.payment_intent_id, code: session.session_code, holdCode: hold.code },
      ...{ session: session.id, hold: hold.id },
    },
    viewers: await everyViewer(api, owner, maker, serverOwner),
    call({ method, path }, { path: names = {}, query = {}, body }, as) {
      const filled = Object.entries(names).reduce(
        (text, [name, id]) => text.replace(`{${name}}`, String(id)),
        path as string,
      );
      return api.request(method.toUpperCase(), filled, {
        ...{ key: as.key, query, headers: { 'idempotency-key': newUuid() } },
        ...(body !== undefined && { body }),
      });
    },
    callsOf: ({ operationId }) =>
      CALLS_WITH_IDS[operationId.replace(/V1$/, '')]?.(ids, { lot }) ?? [],
  };
}

/** Every relation that a caller can have to a lot and to the stays on it. */
async function everyViewer(
  api: TestApi,
  owner: TestKey,
  maker: TestKey,
  serverOwner: string,
): Promise<Viewer[]> {
  const viewer = async (name: string, more: NewTestKey, mayRead: readonly Secret[] = []) => ({
    ...{ name, key: (await api.createKey(more)).secret, mayRead },
  });
  const { operatorId } = maker;
  return [
    await viewer('another key of the same operator', { operatorId }, OF_MAKER),
    await viewer('the operator of the lot', { operatorId: owner.operatorId }, OF_LOT),
    await viewer('the fleet', { operatorId, fleetId: FLEET }, OF_FLEET),
    await viewer('another fleet of the same operator', { operatorId, fleetId: 'south' }),
    await viewer('the same operator in test mode', { operatorId, mode: 'test' }),
    await viewer('another operator', {}),
    await viewer('the owner of the server', { operatorId: serverOwner }),
    await viewer("another operator's fleet of the same name", { fleetId: FLEET }),
    await viewer('another operator in test mode', { mode: 'test' }),
    await viewer('a free account', { plan: 'free' }),
    await viewer('an agent', { agentPlatform: 'example' }),
    { name: 'nobody: no key', key: undefined, mayRead: [] },
  ];
}
