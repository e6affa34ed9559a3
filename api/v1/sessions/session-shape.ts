import { type Static, Type } from 'typebox';
import type { Principal } from '../../../src/access/principals/principal.ts';
import { fromMinor } from '../../../src/kit/money.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { priceOfStay, type Session } from '../../../src/parking/sessions/session.ts';
import { feesText } from '../../../src/tariffs/fee-text.ts';
import { stayMinutes } from '../../../src/tariffs/price/price-stay.ts';
import { BillingStep } from '../../../src/tariffs/rate-shapes.ts';
import { Amount, Instant } from '../../fields/field-types.ts';
import { HoldId, LotId, SessionId } from '../../fields/ids.ts';
import { HoursOfLot } from '../../fields/lot-shape.ts';
import { importedLine } from '../price-line-shape.ts';
import { PricingSchema, presentQuote } from '../pricing-shape.ts';
import { EntryInstructionsSchema } from './entry-instructions-shape.ts';
import { PAYMENT_STATUSES, SESSION_STATUSES, shownStatus } from './session-status.ts';

export const SessionSchema = named('Session', {
  id: SessionId(),
  session_code: Type.String(),
  short_code: Type.String(),
  lot_id: LotId(),
  status: Type.Enum([...SESSION_STATUSES], {
    description: 'canceled: not authorised in time, nothing was taken',
  }),
  plate: nullable(Type.String({ description: 'null: erased' })),
  vehicle: named('Vehicle', {
    autonomous: Type.Boolean(),
    fleet_id: nullable(Type.String()),
    vin: nullable(Type.String({ description: 'null: none, or told to another operator' })),
  }),
  rate: Amount,
  rate_unit: Type.Enum(['hour', 'day']),
  billing_step_minutes: BillingStep,
  currency: Type.String(),
  estimated_amount: Type.Number({
    minimum: 0,
    description: 'What the stay costs until expected_end, currency units',
  }),
  pricing: PricingSchema,
  entry_instructions: EntryInstructionsSchema,
  opening_hours: HoursOfLot,
  payment_intent_id: nullable(
    Type.String({ description: 'null: imported, or a stay that another operator began' }),
  ),
  client_secret: Type.Optional(Type.String()),
  payment_status: nullable(
    Type.Enum([...PAYMENT_STATUSES], {
      description:
        'requires_authorization: the driver has to authorise it until authorize_by. captured: ' +
        'paid; part of it may have been refunded. null: it was paid elsewhere',
    }),
  ),
  authorize_by: nullable(
    Type.String({
      format: 'date-time',
      description: 'Unless it is authorised by then, it is canceled. null: nothing is to be done',
    }),
  ),
  started_at: Instant,
  expected_end: Instant,
  ended_at: nullable(Instant),
  duration_minutes: nullable(Type.Integer()),
  extended_count: Type.Integer(),
  hold_id: nullable(HoldId()),
  subtotal: nullable(
    Type.Number({
      minimum: 0,
      description: 'What the stay cost: the sum of pricing.lines. null: it goes on',
    }),
  ),
  platform_fee: nullable(
    Type.Number({
      minimum: 0,
      description: `Currency units the platform keeps, by the lot operator's plan: ${feesText()}`,
    }),
  ),
  shortfall: nullable(
    Type.Number({
      minimum: 0,
      description: 'Of subtotal, what could not be had: less was authorised. Currency units',
    }),
  ),
  owner_payout: nullable(
    Type.Number({
      minimum: 0,
      description: 'subtotal - shortfall - platform_fee, currency units',
    }),
  ),
  agent_platform: nullable(Type.String()),
  agent_name: nullable(
    Type.String({
      description:
        'As the agent calls itself, otherwise as its key is registered, otherwise its platform. ' +
        'null: no agent began it',
    }),
  ),
  source: Type.Enum(['driver', 'agent', 'api', 'fleet', 'import']),
  metadata: Type.Record(Type.String(), Type.String(), {
    description: 'Empty of a stay that another operator began',
  }),
  livemode: Type.Boolean(),
  created_at: Instant,
});

export type SessionShape = Static<typeof SessionSchema>;

/**
 * A session as v1 shows it to a caller: amounts in currency units, computed from minor units. What
 * an operator told of its stay, and how it pays, is for its own keys only, also where the lot is
 * another's.
 */
export function toSessionShape(
  session: Session,
  { operatorId }: Pick<Principal, 'operatorId'>,
): SessionShape {
  const isCreator = session.creatorOperatorId === operatorId;
  const units = (minor: number) => fromMinor(minor, session.currency);
  const { startedAt, currency } = session;
  const endedAt = session.endedAt ?? session.expectedEnd;
  const quote = presentQuote(priceOfStay(session), session);
  const { base_rate, effective_rate, rules, decimals, lines } = quote;
  const { subtotalMinor: subtotal, platformFeeMinor: fee, shortfallMinor } = session;
  const isImported = session.source === 'import' && subtotal !== null;
  return {
    id: session.sessionId,
    session_code: session.sessionCode,
    short_code: session.sessionCode.slice(-4),
    lot_id: session.lotId,
    status: shownStatus(session.status),
    plate: session.shownPlate,
    vehicle: {
      autonomous: session.isAutonomous,
      fleet_id: session.fleetId,
      vin: isCreator ? session.vin : null,
    },
    rate: units(session.rate.rateMinor),
    rate_unit: session.rate.rateUnit,
    billing_step_minutes: session.rate.billingStepMinutes,
    currency: session.currency,
    estimated_amount: units(session.estimatedMinor),
    pricing: {
      ...{ base_rate, effective_rate, rules, decimals },
      lines: isImported ? [importedLine(subtotal, { startedAt, endedAt, currency })] : lines,
    },
    entry_instructions: session.entryInstructions,
    opening_hours: session.openingHours,
    payment_intent_id: isCreator ? session.paymentIntentId : null,
    payment_status: session.paymentStatus,
    authorize_by: session.authorizeBy?.toISOString() ?? null,
    started_at: session.startedAt.toISOString(),
    expected_end: session.expectedEnd.toISOString(),
    ended_at: session.endedAt?.toISOString() ?? null,
    duration_minutes: session.endedAt ? stayMinutes(session.startedAt, session.endedAt) : null,
    extended_count: session.extendedCount,
    hold_id: session.holdId,
    subtotal: subtotal === null ? null : units(subtotal),
    platform_fee: fee === null ? null : units(fee),
    shortfall: subtotal === null ? null : units(shortfallMinor),
    owner_payout: subtotal === null || fee === null ? null : units(subtotal - shortfallMinor - fee),
    agent_platform: session.agentPlatform,
    agent_name: session.agentName,
    source: session.source,
    metadata: isCreator ? session.metadata : {},
    livemode: session.livemode,
    created_at: session.createdAt.toISOString(),
  };
}
