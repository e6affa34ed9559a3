import { addDays } from 'date-fns';
import { pino } from 'pino';
import type { Finding } from '../../../../src/money/reconciliation/finding.ts';
import { listFindings } from '../../../../src/money/reconciliation/list-findings.ts';
import { reconcile } from '../../../../src/money/reconciliation/reconcile.ts';
import { cancelUnauthorized } from '../../../../src/parking/sessions/authorization/cancel-unauthorized.ts';
import { startTestApi, type TestApi } from '../../../api/client.ts';
import { addLot } from '../../../stage/fixtures.ts';
import { startStripeServer } from '../../../stripe-server/start.ts';
import { settingsFor } from '../payments/processors.ts';

export const CURRENCIES = ['cad', 'jpy', 'kwd'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const DAYS_BEFORE = 2;
const RATE_LIMITS = { sandbox: 10_000, write: 10_000, read: 10_000 };
/** A minute costs 205 minor units; Stripe takes 200 of 205 fils. */
const HOUR_MINOR = 12_300;
const log = pino({ level: 'silent' });

export type Stay = { sessionId: string; intent: string; currency: Currency };

/** Lots in three currencies and stays on them, in the test mode, paid with either processor. */
export async function openBooks(processor: 'simulated' | 'stripe') {
  const stripe = await startStripeServer();
  const config = processor === 'stripe' ? { config: { stripe: settingsFor(stripe.apiBase) } } : {};
  const api = await startTestApi(config);
  const { database, app } = api;
  const payments = app.payments;
  const key = await api.createKey({ mode: 'test', rateLimits: RATE_LIMITS });
  const lotIds = await addLots(api, key.operatorId);
  const jobs = { db: database.pipelines, log, payments };
  let lastPlate = 0;

  async function call(method: string, path: string, body?: object) {
    const more = body === undefined ? {} : { body };
    const answer = await api.request(method, `/api/v1/${path}`, { key: key.secret, ...more });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  async function park(currency: Currency, plate = ''): Promise<Stay> {
    lastPlate += 1;
    const asked = { lot_id: lotIds[currency], duration_hours: 1 };
    const body = await call('POST', 'sessions', { ...asked, plate: `${plate}P${lastPlate}` });
    const sessionId: string = body.session.id;
    const [row] = await database.sql<{ intent: string }>(
      'select payment_intent_id as intent from sessions where session_id = $1',
      [sessionId],
    );
    return { sessionId, intent: row?.intent ?? '', currency };
  }

  const stage = {
    ...{ api, key, database, stripe, payments, call, park },

    /** A stay that goes on; `payee`: the account that what is captured of it goes to. */
    async begin(currency: Currency, payee?: string): Promise<Stay> {
      const stay = await park(currency);
      if (processor === 'simulated') return stay;
      Object.assign(stripe.intents.get(stay.intent) ?? {}, payee === undefined ? {} : { payee });
      stripe.driver.authorise(stay.intent, { canRaise: true });
      return stay;
    },
    end: ({ sessionId }: Stay) => call('POST', 'sessions/end', { session_id: sessionId }),
    async paid(currency: Currency, payee?: string): Promise<Stay> {
      const stay = await stage.begin(currency, payee);
      await stage.end(stay);
      return stay;
    },
    /** Gives some money back; returns our name of the refund. */
    async refund({ sessionId }: Stay, amount: number): Promise<string> {
      const asked = { reason: 'test', amount };
      const { refund } = await call('POST', `sessions/${sessionId}/refunds`, asked);
      return refund.id;
    },
    /** A stay whose driver never authorised it. */
    async unauthorised(currency: Currency): Promise<Stay> {
      const stay = await park(currency, processor === 'simulated' ? 'SIMAUTHX' : '');
      await database.sql(
        "update sessions set authorize_by = now() - interval '1 second' where session_id = $1",
        [stay.sessionId],
      );
      await cancelUnauthorized(jobs);
      return stay;
    },

    /**
     * The job, so many days after the stays: it does not know when it ran last, and begins
     * `DAYS_BEFORE` days before them.
     */
    async compare(days = 1) {
      await database.sql('delete from reconciled_days');
      await database.sql(
        `insert into reconciled_days (livemode, day, read_at)
         select livemode, $1::date - $2::integer, '-infinity'
         from (values (true), (false)) as mode (livemode)`,
        [hoursInto(0, 0), DAYS_BEFORE],
      );
      return reconcile({ ...jobs, now: hoursInto(days, 2) });
    },
    /** The job as the timetable runs it. */
    run: (now: Date) => reconcile({ ...jobs, now }),
    /** The lines of a payment at Stripe, its refunds and their parts. */
    linesOf: ({ intent }: Stay) => linesOf(stripe, intent),
    /** What is open, in short. */
    async open(): Promise<string[]> {
      const found = await stage.findings();
      return found.map(({ kind, oursMinor, theirsMinor }) => `${kind} ${oursMinor} ${theirsMinor}`);
    },
    findings: (): Promise<Finding[]> =>
      listFindings(database.pipelines, { day: null, livemode: false }),
    /** What became of what was found about a subject. */
    settled: (subject: string) =>
      database.sql<{ kind: string; how: string }>(
        'select kind, how from reconciliation_findings where subject = $1 order by kind',
        [subject],
      ),
    async stop() {
      await api.stop();
      await stripe.stop();
    },
  };
  return stage;
}

type Stripe = Awaited<ReturnType<typeof startStripeServer>>;
export type Books = Awaited<ReturnType<typeof openBooks>>;

async function addLots({ database }: TestApi, operatorId: string) {
  const lot = { operator_id: operatorId, total_spaces: 1_000, livemode: false };
  const lotIds: Partial<Record<Currency, string>> = {};
  for (const currency of CURRENCIES)
    lotIds[currency] = await addLot(database, { ...lot, rate_minor: HOUR_MINOR, currency });
  return lotIds as Record<Currency, string>;
}

function linesOf(stripe: Stripe, intent: string) {
  const names = new Set([
    intent,
    stripe.intents.get(intent)?.charge,
    ...refundNames(stripe, intent),
  ]);
  return stripe.lines.filter(
    ({ source }) =>
      [source.payment_intent, source.source_transaction, source.originating_transaction].some(
        (name) => typeof name === 'string' && names.has(name),
      ) || names.has(String(source.source_refund)),
  );
}

function refundNames(stripe: Stripe, intent: string): string[] {
  return stripe.refundsOf(intent).map(({ id }) => id);
}

/** Hours into the day (UTC) so many days from today. */
export function hoursInto(days: number, hours: number): Date {
  const today = new Date(new Date().toISOString().slice(0, 10));
  return new Date(addDays(today, days).getTime() + hours * 3_600_000);
}
