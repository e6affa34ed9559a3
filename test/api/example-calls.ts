import { expect } from 'vitest';
import type { Operation } from '../../api/operation.ts';
import { invite } from '../../src/access/members/invitations/invite.ts';
import { systemActor } from '../../src/access/principals/actor.ts';
import { EVENT_TYPES } from '../../src/parking/events/event-data.ts';
import { addMember } from '../src/access/people.ts';
import { addLot } from '../stage/fixtures.ts';
import type { TestApi, TestKey } from './client.ts';
import { addApp } from './oauth/add-app.ts';

// The examples of the OpenAPI document as calls: ids of things that must exist first are replaced
// by ids of things made for the test.

export type Json = Record<string, unknown>;
type Prepared = { params: Record<string, string>; body: Json | Json[] };

export type ExampleCalls = Awaited<ReturnType<typeof openExampleCalls>>;

export const examplesOf = (operation: Operation): Json[] =>
  (operation.body as { examples?: Json[] } | undefined)?.examples ?? [];

/** A path with its parameters filled in. */
export function addressOf({ path }: Operation, params: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name) => params[name] ?? '');
}

/**
 * What an operation's examples need to exist first, on the given lot or on a new one. `owner` makes
 * what a fleet's key may not.
 */
export async function openExampleCalls(
  api: Pick<TestApi, 'request' | 'database'>,
  key: TestKey,
  knownLotId?: string,
  owner = key,
) {
  let count = 0;
  let webhookId = '';
  const lotId = knownLotId ?? (await addExampleLot(api, key));

  async function call(method: string, path: string, body: Json | Json[], as = key): Promise<Json> {
    const headers = { 'Idempotency-Key': `example-${++count}` };
    const answer = await api.request(method, path, { key: as.secret, headers, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }

  async function newSession() {
    const plate = `EX${++count}`;
    const { session } = await call('POST', '/api/v1/sessions', { lot_id: lotId, plate });
    return session as { id: string; session_code: string };
  }

  async function newHold() {
    const asked = { intent: 'now for an hour', lot_id: lotId };
    const { hold } = await call('POST', '/api/v1/reserve', asked);
    return { params: { hold_id: (hold as { id: string }).id } };
  }

  async function newDispatch() {
    const vehicles = [{ plate: `EX${++count}` }];
    const asked = { fleet_id: 'fleet-7', vehicles, lot_id: lotId };
    const { dispatch } = await call('POST', '/av-fleet/dispatch', asked);
    return dispatch as { id: string; allocations: { plate: string; fencing_token: number }[] };
  }

  /** A new session, with the name fields that the example has. */
  async function namedSession(example: Json) {
    const { id, session_code } = await newSession();
    return {
      body: {
        ...('session_id' in example && { session_id: id }),
        ...('session_code' in example && { session_code }),
      },
    };
  }

  async function paidSession() {
    const { id } = await newSession();
    await call('POST', '/api/v1/sessions/end', { session_id: id });
    return { params: { session_id: id } };
  }

  /** The webhook made last, or a new one where that one is deleted or paused. */
  async function anyWebhook(): Promise<string> {
    const path = `/api/v1/webhooks/${webhookId}`;
    const { body: known } = await api.request('GET', path, { key: owner.secret });
    if (known.webhook?.status === 'active') return webhookId;
    const asked = { url: 'https://hooks.example.com/parking', events: [...EVENT_TYPES] };
    const { webhook } = await call('POST', '/api/v1/webhooks', asked, owner);
    webhookId = (webhook as { id: string }).id;
    return webhookId;
  }

  const ofWebhook = async () => ({ params: { webhook_id: await anyWebhook() } });

  async function ofDelivery() {
    const webhook_id = await anyWebhook();
    const { delivery } = await call('POST', `/api/v1/webhooks/${webhook_id}/test`, {}, owner);
    return { params: { webhook_id, delivery_id: (delivery as { id: string }).id } };
  }

  async function newKey(): Promise<string> {
    const asked = { name: 'till', scopes: ['lots:read'] };
    const { key: made } = await call('POST', '/api/v1/keys', asked);
    return (made as { id: string }).id;
  }

  async function ofAgent() {
    const asked = { name: 'Valet', platform: 'example', key_id: await newKey() };
    const { agent } = await call('POST', '/api/v1/agents', asked);
    return { params: { agent_id: (agent as { id: string }).id } };
  }

  async function ofErasure() {
    const asked = { plate: `EX${++count}` };
    const { erasure } = await call('POST', '/api/v1/privacy/erasures', asked, owner);
    return { params: { erasure_id: (erasure as { id: string }).id } };
  }

  /** The id of a call that made something. */
  async function newCall(): Promise<string> {
    const [made] = await api.database.sql<{ request_id: string }>(
      `select request_id from audit_log where entity_id = $1 and action = 'key.created'`,
      [await newKey()],
    );
    return made?.request_id ?? '';
  }

  const ofCall = async () => ({ params: { request_id: await newCall() } });

  async function ofKey() {
    return { params: { key_id: await newKey() } };
  }

  async function ofMember() {
    const { signIn } = await addMember(api.database, key.operatorId, { role: 'viewer' });
    return { params: { member_id: signIn.memberId } };
  }

  async function ofInvitation() {
    const asked = { operatorId: key.operatorId, email: null, role: 'viewer' };
    const { invitationId } = await invite(api.database.db, asked, systemActor('test'));
    return { params: { invitation_id: invitationId } };
  }

  async function ofApp() {
    return { params: { app_id: await addApp(api.database, owner.operatorId) } };
  }

  async function ofEvent() {
    const { id } = await newSession();
    const [event] = await api.database.sql<{ event_id: string }>(
      'select event_id from events where entity_id = $1',
      [id],
    );
    return { params: { event_id: event?.event_id ?? '' } };
  }

  /** A call of the dispatcher, about the lot if it names one. */
  async function ofOwnLot({ action, parameters }: Json) {
    const named = parameters as Json;
    const own = 'lot_id' in named ? { ...named, lot_id: lotId } : named;
    return { body: { action, parameters: own } };
  }

  /** By operation, what must exist before its example can be sent. */
  const world: Record<string, (example: Json) => Promise<Partial<Prepared>>> = {
    endSession: namedSession,
    extendSession: namedSession,
    refundSession: paidSession,
    listRefunds: paidSession,
    activateReservation: newHold,
    cancelReservation: newHold,
    callDispatcher: ofOwnLot,
    getWebhook: ofWebhook,
    updateWebhook: ofWebhook,
    rotateWebhookSecret: ofWebhook,
    endPreviousSecret: ofWebhook,
    testWebhook: ofWebhook,
    replayWebhookEvents: ofWebhook,
    listDeliveries: ofWebhook,
    getDelivery: ofDelivery,
    redeliver: ofDelivery,
    getEvent: ofEvent,
    getConnectedApp: ofApp,
    endConnectedApp: ofApp,
    getKey: ofKey,
    rotateKey: ofKey,
    deleteKey: ofKey,
    getAgent: ofAgent,
    getMember: ofMember,
    updateMember: ofMember,
    deleteMember: ofMember,
    deleteInvitation: ofInvitation,
    getCall: ofCall,
    getErasure: ofErasure,
    cancelErasure: ofErasure,
    async registerAgent() {
      return { body: { key_id: await newKey() } };
    },
    async releaseDispatch() {
      const { id } = await newDispatch();
      return { params: { dispatch_id: id } };
    },
    async commitDispatch() {
      const { id, allocations } = await newDispatch();
      const handoffs = allocations.map(({ plate, fencing_token }) => ({ plate, fencing_token }));
      return { params: { dispatch_id: id }, body: { allocations: handoffs } };
    },
  };

  return {
    lotId,
    call,
    anyWebhook,
    newKey,
    newCall,

    async prepare(operation: Operation, example: Json): Promise<Prepared> {
      const made = await world[operation.operationId.replace(/V1$/, '')]?.(example);
      if (Array.isArray(example)) return { params: {}, body: example };
      return {
        params: { lot_id: lotId, ...made?.params },
        body: { ...example, ...('lot_id' in example && { lot_id: lotId }), ...made?.body },
      };
    },

    /** Removes what an example left, so that it does not affect the next one. */
    async cleanUp(): Promise<void> {
      await api.database.sql(`update holds set status = 'canceled' where status = 'held'`);
      await api.database.sql(
        `update sessions set status = 'completed', ended_at = started_at,
           captured_at = started_at, subtotal_minor = 0, platform_fee_minor = 0
         where status = 'active'`,
      );
      await api.database.sql('update lots set taken_spaces = 0, held_spaces = 0');
    },
  };
}

async function addExampleLot(api: Pick<TestApi, 'database'>, key: TestKey): Promise<string> {
  const lotId = await addLot(api.database, {
    operator_id: key.operatorId,
    name: 'Cedar Street Garage',
    latitude: 41.2,
    longitude: -99.6,
    total_spaces: 100,
    currency: 'usd',
  });
  await api.database.sql(
    `update lots set features = '{covered}', ref = 'cedar-1' where lot_id = $1`,
    [lotId],
  );
  return lotId;
}
