import { ARCHIVE } from './demand/archive.ts';
import { DEMAND } from './demand/demand.ts';
import { FIGURES } from './demand/figures.ts';
import { FORECAST } from './demand/forecast.ts';
import { LOCAL_EVENTS } from './demand/local-events.ts';
import { OUTLOOK } from './demand/outlook.ts';
import { SEARCHES } from './demand/searches.ts';
import { WAREHOUSE } from './demand/warehouse.ts';
import type { Mutant } from './mutant.ts';

export const DEMAND_WING: readonly Mutant[] = [
  ...ARCHIVE,
  ...DEMAND,
  ...FIGURES,
  ...FORECAST,
  ...LOCAL_EVENTS,
  ...OUTLOOK,
  ...SEARCHES,
  ...WAREHOUSE,
];
