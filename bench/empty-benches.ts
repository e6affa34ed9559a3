import type { Bench } from './measure.ts';
import { compareCourier } from './runs/courier.ts';
import { compareDrain } from './runs/drain.ts';
import { compareHotLot } from './runs/hot-lot.ts';
import { comparePages } from './runs/pages.ts';
import { compareReserve } from './runs/reserve.ts';
import { compareSessionCreate } from './runs/session-create.ts';
import { compareStays } from './runs/stays.ts';

/** Those whose stack has no data but what they lay out themselves. */
export const EMPTY_BENCHES: readonly Bench[] = [
  { name: 'pages', stack: 'empty', minutes: 0.2, compare: comparePages },
  { name: 'drain', stack: 'empty', minutes: 0.4, compare: compareDrain },
  { name: 'sessions', stack: 'empty', minutes: 0.2, compare: compareSessionCreate },
  { name: 'stays', stack: 'empty', minutes: 0.2, compare: compareStays },
  { name: 'hot-lot', stack: 'empty', minutes: 0.5, compare: compareHotLot },
  { name: 'reserve', stack: 'empty', minutes: 0.5, compare: compareReserve },
  { name: 'courier', stack: 'empty', minutes: 1.7, compare: compareCourier },
];
