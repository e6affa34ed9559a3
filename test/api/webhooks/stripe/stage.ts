import { pino } from 'pino';
import { workProcessorEvents } from '../../../../src/money/payments/events/work-events.ts';
import { settingsFor } from '../../../src/money/payments/processors.ts';
import { addLot } from '../../../stage/fixtures.ts';
import { type StripeEvent, signed } from '../../../stripe-server/events.ts';
import { startStripeServer } from '../../../stripe-server/start.ts';
import { startTestApi } from '../../client.ts';

/** The one that Stripe signs with, and the former one. */
export const SECRETS = ['whsec_new', 'whsec_old'] as const;
const RATE_LIMITS = { sandbox: 10_000, write: 10_000, read: 10_000 };
const GATE = { gate_code: '4711', gate_code_from: 'authorization' };

/** An API that takes payments through Stripe, and stays of its test mode. */
export async function openStripeStage() {
  const stripe = await startStripeServer();
  const clock = { ms: Date.now() };
  const settings = { ...settingsFor(stripe.apiBase), webhookSecrets: SECRETS };
  const api = await startTestApi({
    config: { stripe: settings },
    clock: { now: () => clock.ms },
  });
  const { database } = api;
  const key = await api.createKey({ mode: 'test', rateLimits: RATE_LIMITS });
  const { operatorId } = key;
  const lot = { total_spaces: 1_000, rate_minor: 12_000, entry_instructions: GATE };
  const lotId = await addLot(database, { ...lot, operator_id: operatorId, livemode: false });
  let lastPlate = 0;
  const log = pino({ level: 'silent' });

  const call = (method: string, path: string, body?: object) =>
    api.request(method, `/api/v1/${path}`, { key: key.secret, ...(body && { body }) });

  return {
    api,
    stripe,
    clock,
    call,

    /** The answer to an event, as Stripe sends it or as `more` changes the request. */
    async send(event: StripeEvent, more: { secret?: string; at?: number; body?: string } = {}) {
      const at = more.at ?? Math.floor(clock.ms / 1_000);
      const { headers, body } = signed(event, more.secret ?? SECRETS[0], at);
      return api.request('POST', '/webhooks/stripe', { headers, raw: more.body ?? body });
    },

    /** The events that Stripe would have sent about something. */
    about: (id: string) => stripe.events.filter(({ data }) => JSON.stringify(data).includes(id)),

    /** A stay whose driver has not authorised it yet, and its intent. */
    async park() {
      lastPlate += 1;
      const body = { lot_id: lotId, plate: `P${lastPlate}`, duration_hours: 1 };
      const answer = await call('POST', 'sessions', body);
      if (answer.status !== 201) throw new Error(answer.text);
      const sessionId: string = answer.body.session.id;
      const [row] = await database.sql<{ intent: string }>(
        'select payment_intent_id as intent from sessions where session_id = $1',
        [sessionId],
      );
      return { sessionId, intent: row?.intent ?? '' };
    },

    /** The job of the pipelines. */
    work: () => workProcessorEvents({ db: database.pipelines, payments: api.app.payments, log }),

    outcomes: async () => {
      const rows = await database.sql<{ type: string; outcome: string | null }>(
        'select type, outcome from processor_events order by received_at, event_id',
      );
      return rows.map(({ type, outcome }) => `${type} ${outcome}`);
    },

    /** What was reported of a stay. */
    async reported(sessionId: string): Promise<string[]> {
      const rows = await database.sql<{ code: string }>(
        `select data ->> 'failure_code' as code from events
         where entity_id = $1 and type = 'payment.failed' order by 1`,
        [sessionId],
      );
      return rows.map(({ code }) => code);
    },

    async stop() {
      await api.stop();
      await stripe.stop();
    },
  };
}

export type StripeStage = Awaited<ReturnType<typeof openStripeStage>>;
