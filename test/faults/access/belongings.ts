import { randomBytes } from 'node:crypto';
import type { Operation } from '../../../api/operation.ts';
import { newId } from '../../../src/access/ids.ts';
import type { KeyMode } from '../../../src/access/keys/secret.ts';
import { invite } from '../../../src/access/members/invitations/invite.ts';
import { systemActor } from '../../../src/access/principals/actor.ts';
import type { TestApi } from '../../api/client.ts';
import {
  addressOf,
  type ExampleCalls,
  examplesOf,
  type Json,
  openExampleCalls,
} from '../../api/example-calls.ts';
import { addApp } from '../../api/oauth/add-app.ts';
import { sampleOf, schemaOf, takesPlace } from '../../api/request-fields.ts';
import { inHours } from '../../api/stage.ts';
import { addMember } from '../../src/access/people.ts';
import { addInvoice } from '../../src/money/invoices/billing.ts';
import { addLot } from '../../stage/fixtures.ts';
import { FLEET } from './callers.ts';
import type { Named } from './expected-status.ts';

/** The place of the lot in the examples. */
const PLACE = { lat: 41.2, lng: -99.6 };
/** Ids that everybody may see. */
const NO_SECRETS = ['lot_id', 'parking_site_id', 'month', 'page_name', 'token', 'operator_id'];
/** Where nobody else has a lot: the examples make lots of every caller at the other place. */
const OWN_PLACE = { lat: -38.1, lng: 144.4 };

/**
 * Things of one operator in one world: a lot and, made with a key of its fleet, everything else.
 */
export type Belongings = {
  calls: ExampleCalls;
  /** A call as the operator itself would send it, with the ids of its own things. */
  prepare(operation: Operation): Promise<Prepared>;
  /** Whether a text contains the id of any of these things, except lots. */
  isToldIn(text: string): boolean;
};

export type Prepared = {
  path: string;
  params: Record<string, string>;
  query: Json;
  body: Json | Json[] | undefined;
  named: Named;
};

export async function openBelongings(
  api: TestApi,
  operatorId: string,
  mode: KeyMode,
): Promise<Belongings> {
  const key = await api.createKey({ operatorId, mode, fleetId: FLEET });
  const owner = await api.createKey({ operatorId, mode });
  const calls = await openExampleCalls(api, key, undefined, owner);
  const livemode = mode === 'live';
  await api.database.sql('update lots set livemode = $2 where lot_id = $1', [
    calls.lotId,
    livemode,
  ]);
  const newLot = ({ lat, lng } = PLACE) =>
    addLot(api.database, {
      operator_id: operatorId,
      livemode,
      latitude: lat,
      longitude: lng,
    });
  // So that market figures exist in this world, too.
  await newLot();
  await newLot(OWN_PLACE);
  /** Ids that answers must not show to other callers. */
  const secrets: string[] = [];

  let eventCount = 0;
  /** How to make a thing of each kind, by the name of its id. */
  const kinds: Record<string, () => Promise<string>> = {
    lot_id: () => newLot(),
    session_id: async () => idIn(await park(), 'session'),
    async hold_id() {
      const asked = { intent: 'now for an hour', lot_id: calls.lotId, plate: newPlate() };
      return idIn(await calls.call('POST', '/api/v1/reserve', asked), 'hold');
    },
    async dispatch_id() {
      const asked = { lot_id: calls.lotId, fleet_id: FLEET, vehicles: [{ plate: newPlate() }] };
      return idIn(await calls.call('POST', '/av-fleet/dispatch', asked), 'dispatch');
    },
    async payout_id() {
      await park();
      const { body } = await api.request('GET', '/api/v1/payouts', { key: owner.secret });
      return body.data[0].id;
    },
    // There are none of the test mode.
    invoice_id: async () => (livemode ? addInvoice(api.database, { operatorId }) : newId('inv')),
    async event_id() {
      eventCount += 1;
      const body = {
        name: 'Fair',
        type: 'festival',
        impact: 'low',
        // A day may have three of a type only.
        starts_at: inHours(24 * eventCount + 1),
        ends_at: inHours(24 * eventCount + 2),
        ...OWN_PLACE,
      };
      const asked = { key: owner.secret, body };
      const answer = await api.request('POST', '/api/v1/local-events', asked);
      return idIn(answer.body, 'local_event');
    },
    webhook_id: calls.anyWebhook,
    async erasure_id() {
      const asked = { key: owner.secret, body: { plate: newPlate() } };
      const answer = await api.request('POST', '/api/v1/privacy/erasures', asked);
      return idIn(answer.body, 'erasure');
    },
    key_id: calls.newKey,
    app_id: () => addApp(api.database, operatorId, { livemode }),
    // There are none of the test mode, as far as its keys see.
    async member_id() {
      if (!livemode) return newId('mem');
      const { signIn } = await addMember(api.database, operatorId, { role: 'viewer' });
      return signIn.memberId;
    },
    async sign_in_id() {
      if (!livemode) return newId('sgn');
      const { signIn } = await addMember(api.database, operatorId, { role: 'viewer' });
      return signIn.signInId;
    },
    async invitation_id() {
      if (!livemode) return newId('ivt');
      const asked = { operatorId, email: null, role: 'viewer' };
      return (await invite(api.database.db, asked, systemActor('test'))).invitationId;
    },
    request_id: calls.newCall,
    operator_id: async () => operatorId,
    async agent_id() {
      const asked = { name: 'Valet', platform: 'example', key_id: await calls.newKey() };
      return idIn(await calls.call('POST', '/api/v1/agents', asked), 'agent');
    },
    async parking_site_id() {
      const asked = { key: owner.secret, query: { limit: 1 } };
      const { body } = await api.request('GET', '/feeds/parkapi/v3/parking-sites', asked);
      return String(body.items[0].id);
    },
    page_name: async () => 'agents.md',
    // No such link: the page says so.
    token: async () => 'x'.repeat(43),
    // Every operator has this month.
    month: async () => new Date().toISOString().slice(0, 'yyyy-mm'.length),
  };

  /** Makes a paid stay. */
  async function park(): Promise<Json> {
    const started = await calls.call('POST', '/api/v1/sessions', {
      lot_id: calls.lotId,
      plate: newPlate(),
    });
    return calls.call('POST', '/api/v1/sessions/end', { session_id: idIn(started, 'session') });
  }

  /** A watermark of now, where one is asked for. */
  async function watermarkIn(query: Json): Promise<Json> {
    if (!('since' in query)) return {};
    const { headers } = await api.request('GET', '/api/v1/lots.ndjson.gz');
    return { since: headers['x-changes-since'] };
  }

  async function prepare(operation: Operation): Promise<Prepared> {
    const examples = examplesOf(operation);
    const example = examples.find((one) => 'lot_id' in one) ?? examples[0];
    const made = await calls.prepare(operation, example ?? {});
    const params: Record<string, string> = {};
    for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) {
      // Keys of the test mode see none of the members and apps that the examples make.
      const isUnseen = !livemode && ['member_id', 'app_id'].includes(name);
      const isNeeded = made.params[name] === undefined || operation.method === 'delete' || isUnseen;
      const found = isNeeded ? await kinds[name]?.() : made.params[name];
      if (found === undefined) throw new Error(`how does a ${name} come to be?`);
      params[name] = found;
    }
    const query = sampleOf(schemaOf(operation, 'query') ?? { type: 'object' }) as Json;
    const isLocal = operation.operationId === 'createLocalEvent';
    const said = isLocal ? { ...made.body, ...OWN_PLACE } : made.body;
    const body = operation.body === undefined ? undefined : withOwnPlates(said);
    const inCall = [...Object.entries(params), ...Object.entries(body ?? {})];
    const named = inCall.filter(([name]) => name.endsWith('_id'));
    const fleet = named.find(([name]) => name === 'fleet_id')?.[1];
    const ids = named.filter(([name]) => name !== 'fleet_id');
    const hidden = ids.filter(([name]) => !NO_SECRETS.includes(name));
    secrets.push(...hidden.map(([, id]) => String(id)));
    return {
      path: addressOf(operation, params),
      params,
      query: { ...query, ...placeIn(operation, query), ...(await watermarkIn(query)) },
      body,
      named: {
        ids: ids.map(([name]) => name),
        fleet: fleet === undefined ? undefined : String(fleet),
        mode,
      },
    };
  }

  // So that lists are not empty, even for the first call.
  for (const [name, make] of Object.entries(kinds))
    if (!NO_SECRETS.includes(name)) secrets.push(await make());
  return {
    calls,
    prepare,
    isToldIn: (text) => secrets.some((secret) => text.includes(secret)),
  };
}

/** A place with market figures, in the way in which the operation is asked about places. */
function placeIn(operation: Operation, query: Json): Json {
  const { operationId } = operation;
  if ('city' in query) return { city: 'Demo City' };
  // Of the past: the plainest date is one to come.
  if (operationId === 'getHistory') return { ...PLACE, from: '2026-01-01', to: '2026-01-31' };
  return takesPlace(operation) || operationId === 'getHexesGeojson' ? PLACE : {};
}

const newPlate = () => randomBytes(5).toString('hex').toUpperCase();

const idIn = (answer: Json, name: string) => (answer[name] as { id: string }).id;

/**
 * Replaces every plate by a new one, so that no vehicle parks twice. Handoffs keep theirs, because
 * they name existing allocations.
 */
function withOwnPlates<T extends Json | Json[]>(body: T): T {
  return JSON.parse(JSON.stringify(body), (_name, value) =>
    typeof value === 'object' && value !== null && 'plate' in value && !('fencing_token' in value)
      ? { ...value, plate: newPlate() }
      : value,
  );
}
