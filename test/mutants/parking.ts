import type { Mutant } from './mutant.ts';
import { AUTHORIZATION } from './parking/authorization.ts';
import { AVAILABILITY } from './parking/availability.ts';
import { CAPACITY } from './parking/capacity.ts';
import { CHARGES } from './parking/charges.ts';
import { ERASING } from './parking/erasures.ts';
import { EXPIRY } from './parking/expiry.ts';
import { HOLD_LIMITS } from './parking/hold-limits.ts';
import { IDEMPOTENCY } from './parking/idempotency.ts';
import { INVOICES } from './parking/invoices.ts';
import { KEYS } from './parking/keys.ts';
import { LEDGER } from './parking/ledger.ts';
import { MANDATES } from './parking/mandates.ts';
import { MONEY } from './parking/money.ts';
import { OCCUPANCY } from './parking/occupancy.ts';
import { PAYEES } from './parking/payees.ts';
import { PLAN_LIMITS } from './parking/plan-limits.ts';
import { PLATES } from './parking/plates.ts';
import { PROCESSOR_EVENTS } from './parking/processor-events.ts';
import { PROCESSORS } from './parking/processors.ts';
import { RECONCILIATION } from './parking/reconciliation.ts';

export const PARKING_WING: readonly Mutant[] = [
  ...AUTHORIZATION,
  ...AVAILABILITY,
  ...CAPACITY,
  ...CHARGES,
  ...ERASING,
  ...EXPIRY,
  ...HOLD_LIMITS,
  ...IDEMPOTENCY,
  ...INVOICES,
  ...KEYS,
  ...LEDGER,
  ...MANDATES,
  ...MONEY,
  ...OCCUPANCY,
  ...PAYEES,
  ...PLAN_LIMITS,
  ...PLATES,
  ...PROCESSOR_EVENTS,
  ...PROCESSORS,
  ...RECONCILIATION,
];
