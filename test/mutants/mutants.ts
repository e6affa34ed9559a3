import { CRASHES } from './crashes.ts';
import { DEMAND_WING } from './demand.ts';
import { MONEY_WING } from './money.ts';
import type { Mutant } from './mutant.ts';
import { OUTBOUND_WING } from './outbound.ts';
import { PARKING_WING } from './parking.ts';
import { PEOPLE } from './people.ts';
import { RETRIES } from './retries.ts';
import { STRANGERS } from './strangers.ts';
import { TOOLS } from './tools.ts';

/** All bugs that the tests must notice, each with a name of its own. */
export const MUTANTS: readonly Mutant[] = [
  ...PARKING_WING,
  ...MONEY_WING,
  ...OUTBOUND_WING,
  ...DEMAND_WING,
  ...CRASHES,
  ...RETRIES,
  ...STRANGERS,
  ...PEOPLE,
  ...TOOLS,
];
