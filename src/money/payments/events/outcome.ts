import type { Logger } from 'pino';
import type { PaymentGateway } from '../../../parking/payments/gateway.ts';
import type {
  ProcessorEvent,
  ProcessorEvents,
} from '../../../parking/payments/processor-events.ts';
import type { Querier } from '../../../stores/postgres.ts';

/** What came of an event, as it is stored. */
export type Outcome =
  /** Its type is none that changes anything here. */
  | 'ignored'
  /** It is about nothing of ours, or the processor does not have it. */
  | 'unknown'
  /** Here it is as the processor has it; it may not have what the event says. */
  | 'unchanged'
  | 'authorized'
  | 'authorization_lost'
  | 'released'
  | 'refund_failed'
  | 'dispute_noted'
  | 'payout_noted'
  | 'account_noted';

export type Told = Omit<ProcessorEvent, 'createdAt'>;

/** Reads from the processor what an event is about, and brings what is stored here up to it. */
export type Look = (
  deps: { db: Querier; log: Logger; payments: PaymentGateway; events: ProcessorEvents },
  told: Told,
) => Promise<Outcome>;
