import { ARCHIVE } from './archive.ts';
import { AVAILABILITY } from './availability.ts';
import { CAPACITY } from './capacity.ts';
import { CHARGES } from './charges.ts';
import { COURIER } from './courier.ts';
import { CRASHES } from './crashes.ts';
import { DEMAND } from './demand.ts';
import { EXPIRY } from './expiry.ts';
import { FEEDS } from './feeds.ts';
import { FIGURES } from './figures.ts';
import { FORECAST } from './forecast.ts';
import { HOLD_LIMITS } from './hold-limits.ts';
import { IDEMPOTENCY } from './idempotency.ts';
import { KEYS } from './keys.ts';
import { LOCAL_EVENTS } from './local-events.ts';
import { MANDATES } from './mandates.ts';
import { MONEY } from './money.ts';
import type { Mutant } from './mutant.ts';
import { OCCUPANCY } from './occupancy.ts';
import { OPEN_DATA } from './open-data.ts';
import { OUTLOOK } from './outlook.ts';
import { PLAN_LIMITS } from './plan-limits.ts';
import { SEARCHES } from './searches.ts';
import { SETBACKS } from './setbacks.ts';
import { STRANGERS } from './strangers.ts';
import { TOOLS } from './tools.ts';
import { WAREHOUSE } from './warehouse.ts';
import { WEBHOOKS } from './webhooks.ts';

/** All bugs that the tests must notice, each with a name of its own. */
export const MUTANTS: readonly Mutant[] = [
  ...AVAILABILITY,
  ...CAPACITY,
  ...CHARGES,
  ...COURIER,
  ...CRASHES,
  ...DEMAND,
  ...EXPIRY,
  ...FEEDS,
  ...FIGURES,
  ...FORECAST,
  ...HOLD_LIMITS,
  ...IDEMPOTENCY,
  ...KEYS,
  ...LOCAL_EVENTS,
  ...MANDATES,
  ...MONEY,
  ...OCCUPANCY,
  ...OPEN_DATA,
  ...OUTLOOK,
  ...PLAN_LIMITS,
  ...SEARCHES,
  ...SETBACKS,
  ...STRANGERS,
  ...TOOLS,
  ...WAREHOUSE,
  ...WEBHOOKS,
  ...ARCHIVE,
];
