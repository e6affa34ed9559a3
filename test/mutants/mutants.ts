import { CRASHES } from './crashes.ts';
import { ARCHIVE } from './demand/archive.ts';
import { DEMAND } from './demand/demand.ts';
import { FIGURES } from './demand/figures.ts';
import { FORECAST } from './demand/forecast.ts';
import { LOCAL_EVENTS } from './demand/local-events.ts';
import { OUTLOOK } from './demand/outlook.ts';
import { SEARCHES } from './demand/searches.ts';
import { WAREHOUSE } from './demand/warehouse.ts';
import type { Mutant } from './mutant.ts';
import { COURIER } from './outbound/courier.ts';
import { FEEDS } from './outbound/feeds.ts';
import { OPEN_DATA } from './outbound/open-data.ts';
import { WEBHOOKS } from './outbound/webhooks.ts';
import { AVAILABILITY } from './parking/availability.ts';
import { CAPACITY } from './parking/capacity.ts';
import { CHARGES } from './parking/charges.ts';
import { EXPIRY } from './parking/expiry.ts';
import { HOLD_LIMITS } from './parking/hold-limits.ts';
import { IDEMPOTENCY } from './parking/idempotency.ts';
import { KEYS } from './parking/keys.ts';
import { MANDATES } from './parking/mandates.ts';
import { MONEY } from './parking/money.ts';
import { OCCUPANCY } from './parking/occupancy.ts';
import { PLAN_LIMITS } from './parking/plan-limits.ts';
import { SETBACKS } from './setbacks.ts';
import { STRANGERS } from './strangers.ts';
import { TOOLS } from './tools.ts';

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
