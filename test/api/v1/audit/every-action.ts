import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { createOperator } from '../../../../src/access/operators/create-operator.ts';
import { updateOperator } from '../../../../src/access/operators/update-operator.ts';
import { importCounts } from '../../../../src/imports/counts/import-counts.ts';
import { importSessions } from '../../../../src/imports/sessions/import-sessions.ts';
import { refundSession } from '../../../../src/money/refunds/refund-session.ts';
import { tidyHolds } from '../../../../src/parking/holds/tidy-holds.ts';
import { runErasures } from '../../../../src/parking/privacy/run-erasures.ts';
import { bill, dueMonth, issue } from '../../../src/money/invoices/billing.ts';
import { addCharge, createdAt } from '../../../src/money/usage/ledger.ts';
import { openParking } from '../../../stage/parking.ts';
import { addApp } from '../../oauth/add-app.ts';
import { inHours } from '../../stage.ts';
import { openWebhooks } from '../webhooks/operator.ts';
import { useMembers } from './use-members.ts';

type Members = Record<string, unknown>;
type Diff = { before?: Members | null; after?: Members; [more: string]: unknown };
export type Row = { action: string; agent_platform: string | null; diff: Diff };

const TORONTO = { lat: 43.6532, lng: -79.3832 };
const LOT = { name: 'Elm', ...TORONTO, total_spaces: 20, base_rate: 2.5, ref: 'elm' };
const BUDGETS = { write: 10_000, read: 10_000, sandbox: 10_000 };
const CONTEXT = { requestId: `req_${'0'.repeat(32)}`, remember: undefined };
const REFUSED = {
  status: 'failed',
  failureCode: 'refused',
  failureMessage: 'no',
  isRetryable: true,
} as const;
const ANSWERED = [200, 201, 204];
/** The answer to a count older than the latest one. */
const STORED_LATE = 409;

/** An operator whose agent and whose jobs do all that has an audit row. */
export async function openEveryAction() {
  const webhooks = await openWebhooks();
  const { api } = webhooks;
  const { owner } = api.database;
  const parking = await openParking(api.database);
  const made = { name: 'Op', plan: 'pro', email: 'desk@example.org', actorId: 'test' };
  const { id: operatorId } = await createOperator(owner, made);
  const key = await api.createKey({ operatorId, rateLimits: BUDGETS, agentPlatform: 'openai' });

  async function call(method: string, path: string, body?: object, query: object = {}) {
    const more = { ...(body && { body }), query: { ...query } };
    const answer = await api.request(method, path, { key: key.secret, ...more });
    expect([...ANSWERED, STORED_LATE], answer.text).toContain(answer.status);
    return answer.body;
  }

  async function useAccount() {
    await updateOperator(owner, {
      operatorId,
      figuresPublic: true,
      plan: 'enterprise',
      actorId: 'x',
    });
    await useBill();
    const urls = { return_url: 'https://op.example', refresh_url: 'https://op.example' };
    await call('POST', '/api/v1/payments/account', urls);
    const mandate = { currency: 'cad', max_per_day: 40, area: { ...TORONTO, radius_km: 2 } };
    const asked = { name: 'till', scopes: ['lots:read'], mandate, spend_cap_cents: 500 };
    const { key: till } = await call('POST', '/api/v1/keys', asked);
    const { key: next } = await call('POST', `/api/v1/keys/${till.id}/rotate`);
    await call('POST', '/api/v1/agents', { name: 'Valet', platform: 'openai', key_id: next.id });
    await call('DELETE', `/api/v1/keys/${next.id}`);
    await call('DELETE', `/api/v1/connected-apps/${await addApp(api.database, operatorId)}`);
  }

  /** A plan that is bought, and invoices: one is paid, and one is taken back. */
  async function useBill() {
    await call('PUT', '/api/v1/plan', { plan: 'starter' });
    const [paid, taken] = [dueMonth(1), dueMonth(2)];
    await createdAt(api.database, operatorId, `${taken}-01T00:00:00Z`);
    const { keyId } = key;
    for (const month of [paid, taken])
      await addCharge(api.database, { operatorId, keyId }, { at: `${month}-02T00:00:00Z` });
    await bill(api.database, {
      issue: async ({ month, idempotencyKey }) => ({
        processorInvoiceId: `in_${idempotencyKey}`,
        status: month === paid ? 'paid' : 'open',
        payUrl: null,
      }),
    });
    await issue(api.database, { read: async () => ({ status: 'void', payUrl: null }) });
  }

  /** The id of a lot after all that can be done to it, but its deletion. */
  async function useLot(): Promise<string> {
    const { lot } = await call('POST', '/api/v1/lots', LOT);
    const path = `/api/v1/lots/${lot.id}`;
    await call('PATCH', path, { name: 'Elm Street', hold_limits: { others_pct: 100 } });
    await call('PUT', `${path}/rates`, { base_rate: 3, dynamic: { floor_rate: 2, occupancy: {} } });
    await call('PUT', `${path}/rates`, { base_rate: 4, effective_from: inHours(24) });
    await call('POST', `${path}/occupancy`, { occupied: 3 });
    await call('POST', `${path}/occupancy`, { occupied: 2, at: inHours(-2) });
    const counts = 'lot_ref,at,occupied\nelm,2026-11-01T10:00:00Z,5\n';
    const csv = Readable.from([Buffer.from(counts)]);
    await importCounts(owner, { operatorId, livemode: true, csv });
    const event = { name: 'Cup final', type: 'sports', impact: 'high', radius_km: 1.5, ...TORONTO };
    const times = { starts_at: inHours(24), ends_at: inHours(27) };
    const { local_event: made } = await call('POST', '/api/v1/local-events', {
      ...event,
      ...times,
    });
    await call('DELETE', `/api/v1/local-events/${made.id}`);
    await call('GET', '/api/v1/lots/search', undefined, TORONTO);
    await call('POST', '/api/agents/openai/actions', {
      action: 'search_parking',
      parameters: TORONTO,
    });
    return lot.id;
  }

  async function useStays(lotId: string) {
    const { session } = await call('POST', '/api/v1/sessions', { lot_id: lotId, plate: 'DIFF1' });
    for (const extend_minutes of [30, 60])
      await call('POST', '/api/v1/sessions/extend', { session_id: session.id, extend_minutes });
    await call('GET', '/api/v1/sessions/search', undefined, { plate: 'DIFF1' });
    await call('GET', `/api/v1/sessions/${session.id}`);
    await call('POST', '/api/v1/sessions/end', { session_id: session.id });
    const refund = { amount: 0.01, reason: 'gate' };
    await call('POST', `/api/v1/sessions/${session.id}/refunds`, refund);

    const as = { ...parking.caller, operatorId, id: key.keyId };
    const { sessionId } = await parking.park(lotId, { as });
    await api.database.sql('update sessions set authorize_by = now() where session_id = $1', [
      sessionId,
    ]);
    await call('GET', `/api/v1/sessions/${sessionId}`);
    const unpaid = await parking.park(lotId, { as });
    const gateway = { capture: async () => REFUSED };
    await parking.end(unpaid, { as, gateway }).catch(() => undefined);
    const refunded = { refund: async () => REFUSED };
    const reason = { sessionId: unpaid.sessionId, amountMinor: null, reason: 'gate' };
    await parking.end(unpaid, { as });
    await refundSession(parking.deps(refunded), as, reason, CONTEXT).catch(() => undefined);

    const held = await parking.held(lotId, { as, spaceCount: 2 });
    await parking.activate(held, undefined, as);
    await parking.activate(held, undefined, as);
    const { holdId } = await parking.held(lotId, { as });
    await call('POST', `/api/v1/reserve/${holdId}/cancel`);
    await parking.held(lotId, { as });
    await parking.passMinutes(10);
    await tidyHolds(parking.deps());
    await parking.passMinutes(24 * 60);
    await parking.expire();
    const stays =
      'lot_ref,plate,started_at,ended_at,amount\n' +
      'elm,DIFF2,2026-11-01T10:00:00Z,2026-11-01T11:30:00Z,1.75\n';
    const csv = Readable.from([stays]);
    await importSessions(owner, { operatorId, livemode: true, csv });
  }

  async function useErasures() {
    const path = '/api/v1/privacy/erasures';
    const { erasure } = await call('POST', path, { plate: 'DIFF1' });
    await call('DELETE', `${path}/${erasure.id}`);
    await call('POST', path, { plate: 'DIFF2' });
    await api.database.sql('update erasures set due_at = now() where finished_at is null');
    await runErasures({ ...parking.deps(), db: api.database.pipelines });
  }

  async function useWebhook() {
    const { made, patch, post, happened, relay, send } = webhooks;
    const { id } = await made(key);
    await patch(key, id, { description: 'the gate' });
    await happened(key);
    await relay();
    const [delivery] = await send();
    await post(key, `/${id}/deliveries/${delivery?.deliveryId}/redeliver`);
    await post(key, `/${id}/replay`, { since: inHours(-1), until: inHours(0) });
    await post(key, `/${id}/test`, { type: 'session.created' });
    await post(key, `/${id}/rotate-secret`);
    await call('DELETE', `/api/v1/webhooks/${id}/previous-secret`);
    await send({ outcome: 'gone' });
    await call('DELETE', `/api/v1/webhooks/${id}`);
  }

  async function everyRow(): Promise<Row[]> {
    const all: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = { limit: 100, ...(cursor && { cursor }) };
      const { data, next_cursor } = await call('GET', '/api/v1/audit', undefined, page);
      all.push(...data);
      cursor = next_cursor;
    }
    return all.toReversed();
  }

  await useAccount();
  await useMembers(api, operatorId);
  const lotId = await useLot();
  await useStays(lotId);
  await useErasures();
  await useWebhook();
  await call('DELETE', `/api/v1/lots/${lotId}`);
  return { api, rows: await everyRow() };
}
