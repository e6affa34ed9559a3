import { writeCursor } from '../../src/kit/page.ts';
import { inHours } from './stage.ts';

/** Ids of things, which may exist or not. */
export type Ids = {
  lot: string;
  session: string;
  code: string;
  hold: string;
  holdCode: string;
  dispatch: string;
  token: number;
  vehicle: string;
  plate: string;
  payout: string;
  invoice: string;
  localEvent: string;
  webhook: string;
  delivery: string;
  event: string;
  key: string;
  request: string;
  agent: string;
  app: string;
  erasure: string;
  member: string;
  invitation: string;
  signIn: string;
  operator: string;
  createdUs: number;
};
export type IdCall = { path?: object; query?: Record<string, string>; body?: object };

const today = () => new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);

/** The number of a lot in ParkAPI. */
const siteIdOf = (lotId: string) =>
  String(Number.parseInt(lotId.replaceAll('-', '').slice(-13), 16));

/**
 * The calls of every operation that takes an id, made with given ids; `own` is a lot of the caller.
 */
export const CALLS_WITH_IDS: Record<string, (ids: Ids, own: { lot: string }) => IdCall[]> = {
  getLot: ({ lot }) => [{ path: { lot_id: lot } }],
  getLotOsmTags: ({ lot }) => [{ path: { lot_id: lot } }],
  getParkingSite: ({ lot }) => [{ path: { parking_site_id: siteIdOf(lot) } }],
  getRates: ({ lot }) => [{ path: { lot_id: lot } }],
  getRateFormats: ({ lot }) => [{ path: { lot_id: lot } }],
  callDispatcher: ({ lot }) =>
    ['check_availability', 'get_rates'].map((action) => ({
      body: { action, parameters: { lot_id: lot } },
    })),
  listLots: ({ lot, createdUs }) => [
    { query: { ref: lot } },
    { query: { text: lot } },
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
  previewRates: ({ lot }) => [
    { path: { lot_id: lot }, body: { base_rate: 1 } },
    { path: { lot_id: lot }, body: { base_rate: 1.001, currency: 'usd' } },
  ],
  getOccupancy: ({ lot }) => [{ path: { lot_id: lot } }],
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
  getSession: ({ session, code }) => [
    { path: { session_id: session } },
    { path: { session_id: code } },
    { path: { session_id: code.slice(-4) } },
  ],
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
  getInvoice: ({ invoice }) => [{ path: { invoice_id: invoice } }],
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
  endPreviousSecret: ({ webhook }) => [{ path: { webhook_id: webhook } }],
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
  listConnectedApps: ({ app, createdUs }) => [
    { query: { cursor: writeCursor({ createdUs, id: app }) } },
  ],
  listKeys: ({ key, createdUs }) => [{ query: { cursor: writeCursor({ createdUs, id: key }) } }],
  getConnectedApp: ({ app }) => [{ path: { app_id: app } }],
  endConnectedApp: ({ app }) => [{ path: { app_id: app } }],
  getKey: ({ key }) => [{ path: { key_id: key } }],
  // The period would otherwise end now, which differs between two calls.
  listCalls: ({ key }) => [{ query: { key_id: key, from: today(), to: today() } }],
  getCall: ({ request }) => [{ path: { request_id: request } }],
  rotateKey: ({ key }) => [{ path: { key_id: key } }],
  deleteKey: ({ key }) => [{ path: { key_id: key } }],
  registerAgent: ({ key }) => [{ body: { name: 'Mine', platform: 'mine', key_id: key } }],
  listAgents: ({ agent, createdUs }) => [
    { query: { cursor: writeCursor({ createdUs, id: agent }) } },
  ],
  getErasure: ({ erasure }) => [{ path: { erasure_id: erasure } }],
  cancelErasure: ({ erasure }) => [{ path: { erasure_id: erasure } }],
  listErasures: ({ erasure, createdUs }) => [
    { query: { cursor: writeCursor({ createdUs, id: erasure }) } },
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
  getReservation: ({ hold, holdCode }) => [
    { path: { hold_id: hold } },
    { path: { hold_id: holdCode } },
    { path: { hold_id: holdCode.slice(-4) } },
  ],
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
  listMembers: ({ member, createdUs }) => [
    { query: { cursor: writeCursor({ createdUs, id: member }) } },
  ],
  getServerOperator: ({ operator }) => [{ path: { operator_id: operator } }],
  listServerOperators: ({ operator, createdUs }) => [
    { query: { cursor: writeCursor({ createdUs, id: operator }) } },
  ],
  listServerWebhooks: ({ webhook, createdUs }) => [
    { query: { cursor: writeCursor({ createdUs, id: webhook }) } },
  ],
  getMember: ({ member }) => [{ path: { member_id: member } }],
  updateMember: ({ member }) => [{ path: { member_id: member }, body: { role: 'viewer' } }],
  deleteMember: ({ member }) => [{ path: { member_id: member } }],
  listInvitations: ({ invitation, createdUs }) => [
    { query: { cursor: writeCursor({ createdUs, id: invitation }) } },
  ],
  deleteInvitation: ({ invitation }) => [{ path: { invitation_id: invitation } }],
  listSignIns: ({ signIn, createdUs }) => [
    { query: { cursor: writeCursor({ createdUs, id: signIn }) } },
  ],
  deleteSignIn: ({ signIn }) => [{ path: { sign_in_id: signIn } }],
};
