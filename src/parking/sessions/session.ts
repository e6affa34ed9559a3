import type { Plan } from '../../access/plans/platform-fee.ts';
import type { OfferedRate } from '../../tariffs/offer-rate.ts';
import { priceStay, type StayPrice } from '../../tariffs/price/price-stay.ts';
import type { EntryInstructions } from '../lots/entry-instructions.ts';

/**
 * `ending` and `expiring`: the stay is over but its money is not captured yet. `canceled`: its
 * driver did not authorise it in time.
 */
export type SessionStatus =
  | 'active'
  | 'ending'
  | 'completed'
  | 'expiring'
  | 'expired'
  | 'payment_failed'
  | 'canceled';
/** How the payment of a stay stands. */
export type PaymentStatus =
  | 'requires_authorization'
  | 'authorized'
  | 'captured'
  | 'failed'
  | 'refunded'
  | 'canceled';
export type SessionSource = 'driver' | 'agent' | 'api' | 'fleet' | 'import';

/** One stay. Money is in minor units of `currency`; `rate` is the one when the stay began. */
export type Session = {
  sessionId: string;
  sessionCode: string;
  lotId: string;
  livemode: boolean;
  /** As it is compared; null: erased. */
  plate: string | null;
  /** As its caller wrote it; null: erased. */
  shownPlate: string | null;
  vin: string | null;
  isAutonomous: boolean;
  fleetId: string | null;
  /** Whose key began it; of an imported stay the operator of the lot. */
  creatorOperatorId: string;
  keyId: string | null;
  /** The mandate that pays; null: none. */
  mandateId: string | null;
  holdId: string | null;
  status: SessionStatus;
  source: SessionSource;
  agentPlatform: string | null;
  agentName: string | null;
  rate: OfferedRate;
  currency: string;
  startedAt: Date;
  expectedEnd: Date;
  endedAt: Date | null;
  extendedCount: number;
  extendedMinutes: number;
  estimatedMinor: number;
  subtotalMinor: number | null;
  platformFeeMinor: number | null;
  /** By which the fee was computed; null: the stay goes on, or it was not kept then. */
  feeBasisPoints: number | null;
  paymentIntentId: string | null;
  /** null: it was paid elsewhere. */
  paymentStatus: PaymentStatus | null;
  /** Until when the driver has to authorise it; null: it is authorised, or nothing is to be. */
  authorizeBy: Date | null;
  /** The most that can be captured; null: it is not authorised, or that was not kept then. */
  authorizedMinor: number | null;
  /** What the stay cost and could not be captured. */
  shortfallMinor: number;
  entryInstructions: EntryInstructions;
  /** Of its lot, in OSM syntax; null: not known. */
  openingHours: string | null;
  metadata: Record<string, string>;
  createdAt: Date;
};

/** A stored session with the operator of its lot, that operator's plan, and the database's time. */
export type FoundSession = Session & {
  operatorId: string;
  plan: Plan;
  lotName: string;
  lotAddress: string | null;
  now: Date;
};

/** A session whose stay is over: its time and amount are final. */
export type Billed = FoundSession & {
  endedAt: Date;
  subtotalMinor: number;
  platformFeeMinor: number;
  paymentIntentId: string;
};

type Stay = Pick<Session, 'rate' | 'startedAt' | 'expectedEnd'>;

/** What a stay costs: until it ended, or until its expected end where `endedAt` is null. */
export function priceOfStay({
  rate,
  startedAt,
  expectedEnd,
  endedAt,
}: Stay & Pick<Session, 'endedAt'>): StayPrice {
  return priceStay(rate.tariff, { startedAt, endedAt: endedAt ?? expectedEnd }, rate.conditions);
}

/**
 * The stay with what it costs if it ends as expected. Whoever sets its start or its expected end
 * estimates it again: the statement that begins a stay may begin it a moment later than was asked.
 */
export function withEstimate<S extends Stay>(stay: S): S & Pick<Session, 'estimatedMinor'> {
  const { subtotalMinor } = priceOfStay({ ...stay, endedAt: null });
  return { ...stay, estimatedMinor: subtotalMinor };
}

/** A session this long past its expected end is closed at that end. */
const GRACE_MS = 15 * 60_000;

/**
 * What a stay may cost at most, which the driver authorises: it may be ended in its grace time. One
 * of a mandate costs no more than was estimated.
 */
export function highestCost(session: Session): number {
  const { estimatedMinor, expectedEnd, mandateId } = session;
  if (mandateId !== null) return estimatedMinor;
  const endedAt = new Date(expectedEnd.getTime() + GRACE_MS);
  return Math.max(estimatedMinor, priceOfStay({ ...session, endedAt }).subtotalMinor);
}

/** Whether the time paid for, and the grace time after it, have run out at an instant. */
export function isOverdue(session: Session, now: Date): boolean {
  return now.getTime() >= session.expectedEnd.getTime() + GRACE_MS;
}

/** How long after its end a stay shows how to get out. */
const LEAVING_MS = 15 * 60_000;

/** Whether a stay, by its end, is so long over that its vehicle is gone. */
export function hasLeft(endedAt: Date | null, now: Date): boolean {
  return endedAt !== null && now.getTime() >= endedAt.getTime() + LEAVING_MS;
}

/**
 * Whether a stay that ends at an instant is closed at its expected end. A stay of a mandate is, as
 * soon as its time is over: it never costs more than was authorised.
 */
export function endsAsExpected(session: Session, now: Date): boolean {
  return isOverdue(session, now) || (session.mandateId !== null && now > session.expectedEnd);
}

/** The intent that pays a stay; every stay that begins here has one. */
export function intentOf({ sessionId, paymentIntentId }: Session): string {
  if (paymentIntentId === null) throw new Error(`${sessionId} has no payment intent`);
  return paymentIntentId;
}

/** Whether the stay is over and its money is still to be captured. */
export function isUnsettled(session: FoundSession): session is Billed {
  return ['ending', 'expiring', 'payment_failed'].includes(session.status);
}
