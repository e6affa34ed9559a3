import type { Mutant } from './mutant.ts';
import { COURIER } from './outbound/courier.ts';
import { FEEDS } from './outbound/feeds.ts';
import { OPEN_DATA } from './outbound/open-data.ts';
import { WEBHOOKS } from './outbound/webhooks.ts';

export const OUTBOUND_WING: readonly Mutant[] = [...COURIER, ...FEEDS, ...OPEN_DATA, ...WEBHOOKS];
