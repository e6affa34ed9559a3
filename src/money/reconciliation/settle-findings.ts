import { systemActor } from '../../access/principals/actor.ts';
import { cancelPayment } from '../../parking/sessions/authorization/authorise-stay.ts';
import { isUnsettled } from '../../parking/sessions/session.ts';
import { settleSession } from '../../parking/sessions/settle-session.ts';
import { findStay } from '../payments/events/find-stay.ts';
import { takeBackRefunds } from '../payments/events/look-at-refunds.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import type { Compared, Day } from './compared.ts';
import { findPaidStay, findPayee } from './find-paid-stay.ts';
import type { Finding, FindingKind, Settlement } from './finding.ts';
import { listFindings } from './list-findings.ts';

const ACTOR = systemActor('reconcile');

/** undefined: it is not safe here, or no longer to be done. */
type Settle = (deps: Compared, finding: Finding) => Promise<Settlement | undefined>;

/**
 * What can be finished without a guess: the processor is asked what it did, and nothing is written
 * that it does not confirm. Findings of other kinds are for people.
 */
const SAFE: Partial<Record<FindingKind, Settle>> = {
  authorisation_held: voidHeld,
  capture_not_noted: noteCapture,
  refund_not_noted: noteRefund,
  refund_absent: noteReturn,
  reversal_open: giveBack,
};

/** Settles what is open of a day, where that is safe. What fails stays open. */
export async function settleFindings(deps: Compared, { day, livemode }: Day): Promise<void> {
  for (const finding of await listFindings(deps.db, { day, livemode })) {
    deps.signal?.throwIfAborted();
    const { kind, subject } = finding;
    try {
      const how = await SAFE[kind]?.(deps, finding);
      if (how !== undefined)
        await deps.db.query('finding_settle', { livemode, kind, subject, how });
    } catch (error) {
      deps.log.warn({ err: error, kind, subject }, 'a difference could not be settled');
    }
  }
}

/** Nothing can be captured any more of a stay that is over and costs nothing. */
async function voidHeld({ db, payments }: Compared, { subject, livemode }: Finding) {
  const stay = await findStay(db, { paymentIntentId: subject, livemode });
  if (stay === undefined || !['canceled', 'completed', 'expired'].includes(stay.status)) return;
  if ((stay.subtotalMinor ?? 0) > stay.shortfallMinor) return;
  const { status } = await cancelPayment(payments, stay);
  return status === 'canceled' ? 'voided' : undefined;
}

async function noteCapture({ db, payments }: Compared, { subject, livemode }: Finding) {
  const stay = await findStay(db, { paymentIntentId: subject, livemode });
  if (stay === undefined || !isUnsettled(stay)) return;
  // Otherwise settling could take money.
  const { status } = await payments.readIntent(stay);
  if (status !== 'captured') return;
  return (await settleSession({ db, payments }, ACTOR, stay)) && 'captured';
}

async function noteRefund({ db, payments }: Compared, finding: Finding) {
  const stay = await findPaidStay(db, finding);
  if (stay === undefined) return;
  const { status } = await settleRefund({ db, payments }, ACTOR, stay, finding.subject);
  return status === 'succeeded' ? 'refunded' : undefined;
}

/** Also of a processor that told it, but was not heard. */
async function noteReturn({ db, log, payments }: Compared, finding: Finding) {
  const stay = await findPaidStay(db, finding);
  if (stay === undefined || payments.events === null) return;
  const count = await takeBackRefunds({ db, log, events: payments.events }, stay);
  return count > 0 ? 'taken_back' : undefined;
}

async function giveBack({ db, payments }: Compared, finding: Finding) {
  const { subject: refundId, livemode, theirsMinor: amountMinor, currency } = finding;
  const payee = await findPayee(db, finding);
  if (payee === undefined || amountMinor === null) return;
  await payments.books.payBack({ refundId, payee, livemode, amountMinor, currency });
  return 'paid_back';
}
