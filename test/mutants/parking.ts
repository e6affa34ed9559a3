import type { Mutant } from './mutant.ts';
import { AUTHORIZATION } from './parking/authorization.ts';
import { AVAILABILITY } from './parking/availability.ts';
import { CAPACITY } from './parking/capacity.ts';
import { CHARGES } from './parking/charges.ts';
import { ERASING } from './parking/erasures.ts';
import { EXPIRY } from './parking/expiry.ts';
import { HOLD_LIMITS } from './parking/hold-limits.ts';
import { IDEMPOTENCY } from './parking/idempotency.ts';
import { KEYS } from './parking/keys.ts';
import { MANDATES } from './parking/mandates.ts';
import { MONEY } from './parking/money.ts';
import { OCCUPANCY } from './parking/occupancy.ts';
import { PLAN_LIMITS } from './parking/plan-limits.ts';
import { PLATES } from './parking/plates.ts';

export const PARKING_WING: readonly Mutant[] = [
  ...AUTHORIZATION,
  ...AVAILABILITY,
  ...CAPACITY,
  ...CHARGES,
  ...ERASING,
  ...EXPIRY,
  ...HOLD_LIMITS,
  ...IDEMPOTENCY,
  ...KEYS,
  ...MANDATES,
  ...MONEY,
  ...OCCUPANCY,
  ...PLAN_LIMITS,
  ...PLATES,
];
