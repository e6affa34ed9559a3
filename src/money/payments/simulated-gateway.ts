import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../kit/errors.ts';
import {
  AUTHORIZE_MINUTES,
  type CaptureFailure,
  type CaptureResult,
  type IncreaseResult,
  type IntentState,
  type PaymentGateway,
} from '../../parking/payments/gateway.ts';
import type { Rehearsal } from '../../parking/payments/rehearsals.ts';
import type { Querier } from '../../stores/postgres.ts';
import { SIMULATED_ACCOUNTS } from './simulated-accounts.ts';
import { simulatedBooks } from './simulated-books.ts';
import { authorisedIn, rehearsalIn, simulatedId, simulatedSecret } from './simulated-intent.ts';

/** How long `SIMSLOW5` takes; no connection and no lock is held meanwhile. */
const SLOW_MS = 5_000;

const REFUSED = {
  status: 'failed',
  failureCode: 'card_declined',
  failureMessage: 'refused, as the plate asks for',
} as const;

const NOT_AUTHORISED: CaptureFailure = {
  status: 'failed',
  failureCode: 'not_authorized',
  failureMessage: 'the driver has not authorised the payment',
  isRetryable: true,
};

const CANCELED: CaptureFailure = {
  status: 'failed',
  failureCode: 'authorization_over',
  failureMessage: 'the authorisation was canceled',
  isRetryable: false,
};

type Settings = { authorizeMinutes?: number; wait?: (ms: number) => Promise<unknown> };

/** What the ledger has of an intent: null where nothing was raised, captured or canceled. */
type Stored = { raisedMinor: number | null; amountMinor: number | null; isCanceled: boolean };

/**
 * A processor that moves no money: the default while no real one is configured. An intent is
 * authorised at once, for what is asked. Captures and cancellations are stored in the ledger table
 * `simulated_captures`, one per intent. Its client secrets authorise nothing.
 */
export function createSimulatedGateway(
  db: Querier,
  { authorizeMinutes = AUTHORIZE_MINUTES, wait = sleep }: Settings = {},
): PaymentGateway {
  const rehearse = rehearsing(db, wait);

  async function read(paymentIntentId: string): Promise<IntentState> {
    const [stored] = await db.query<Stored>('simulated_intents_find', { paymentIntentId });
    return stateOf(paymentIntentId, stored);
  }

  return {
    processor: 'simulated',
    authorizeMinutes,
    stepMinor: () => 1,
    async createIntent(intent) {
      if (intent.rehearsal === 'SIMINITX') throw outOfReach();
      const id = simulatedId(intent);
      return stateOf(id, undefined, ['SIMAUTHX', 'SIMAUTH1']);
    },
    readIntent: ({ paymentIntentId }) => read(paymentIntentId),
    async increaseAuthorisation({ paymentIntentId, amountMinor }): Promise<IncreaseResult> {
      const { status, authorisedMinor } = await read(paymentIntentId);
      if (status !== 'authorized') return status === 'canceled' ? CANCELED : NOT_AUTHORISED;
      if (authorisedMinor >= amountMinor) return { status, authorisedMinor };
      if (rehearsalIn(paymentIntentId) === 'SIMINCRX') return { status: 'unsupported' };
      await db.query('simulated_raises_insert', { paymentIntentId, authorisedMinor: amountMinor });
      return { status, authorisedMinor: amountMinor };
    },
    async cancelIntent({ paymentIntentId, livemode }) {
      await db.query('simulated_cancellations_insert', { paymentIntentId, livemode });
      return read(paymentIntentId);
    },
    async capture({ paymentIntentId, livemode, amountMinor, currency }): Promise<CaptureResult> {
      if (rehearsalIn(paymentIntentId) === 'SIMAUTHX') return NOT_AUTHORISED;
      if ((await rehearse('capture', paymentIntentId)) === 'refused')
        return { ...REFUSED, isRetryable: true };
      const authorisedMinor = authorisedIn(paymentIntentId);
      const values = { paymentIntentId, livemode, amountMinor, authorisedMinor, currency };
      const [taken] = await db.query<{ amountMinor: number }>('simulated_captures_insert', values);
      if (taken !== undefined) return { status: 'captured', capturedMinor: taken.amountMinor };
      const { status, capturedMinor } = await read(paymentIntentId);
      if (status === 'canceled' && amountMinor > 0) return CANCELED;
      return { status: 'captured', capturedMinor };
    },
    async refund({ paymentIntentId, amountMinor, idempotencyKey }) {
      if ((await rehearse('refund', paymentIntentId)) === 'refused') return REFUSED;
      await db.query('simulated_refunds_insert', {
        refundKey: idempotencyKey,
        paymentIntentId,
        amountMinor,
      });
      return { status: 'refunded' };
    },
    accounts: SIMULATED_ACCOUNTS,
    books: simulatedBooks(db),
    events: null,
  };
}

/** The outcome of one attempt: `X` fails every time, `1` only the first time. */
function rehearsing(db: Querier, wait: (ms: number) => Promise<unknown>) {
  async function isFirst(attempt: string): Promise<boolean> {
    return (await db.query('simulated_attempts_insert', { attempt })).length > 0;
  }

  return async (step: 'capture' | 'refund', intentId: string) => {
    const rehearsal = rehearsalIn(intentId);
    if (rehearsal === undefined) return 'done';
    if (rehearsal === 'SIMSLOW5') await wait(SLOW_MS);
    const isDown = rehearsal.startsWith('SIMDOWN');
    const isRefused = rehearsal.startsWith(step === 'capture' ? 'SIMCAPT' : 'SIMREFU');
    if (!isDown && !isRefused) return 'done';
    if (rehearsal.endsWith('1') && !(await isFirst(`${intentId}:${step}`))) return 'done';
    if (isDown) throw outOfReach();
    return 'refused';
  };
}

/** `unauthorised`: the rehearsals for which the driver has not authorised the intent yet. */
function stateOf(
  paymentIntentId: string,
  { raisedMinor, amountMinor, isCanceled }: Stored = {
    raisedMinor: null,
    amountMinor: null,
    isCanceled: false,
  },
  unauthorised: readonly Rehearsal[] = ['SIMAUTHX'],
): IntentState {
  const none = { paymentIntentId, clientSecret: null, authorisedMinor: 0, capturedMinor: 0 };
  if (isCanceled) return { ...none, status: 'canceled' };
  if (amountMinor !== null) return { ...none, status: 'captured', capturedMinor: amountMinor };
  const open = { ...none, clientSecret: simulatedSecret(paymentIntentId) };
  const rehearsal = rehearsalIn(paymentIntentId);
  if (rehearsal !== undefined && unauthorised.includes(rehearsal))
    return { ...open, status: 'requires_authorization' };
  const authorisedMinor = Math.max(authorisedIn(paymentIntentId) ?? 0, raisedMinor ?? 0);
  return { ...open, status: 'authorized', authorisedMinor };
}

/** What a processor that cannot be reached answers. */
export function outOfReach(): AppError {
  return new AppError('BAD_GATEWAY', 'the payment processor cannot be reached', {
    details: { reason: 'processor_down' },
  });
}
