import type { Mutant } from '../mutant.ts';

const CROWDS = 'sql/postgres/queries/search_crowds_find.sql';
const CROWDS_TEST = 'test/src/demand/searches/find-crowds.test.ts';
const CONVERSIONS = 'sql/postgres/queries/conversions_find.sql';
const CONVERSIONS_TEST = 'test/src/demand/searches/find-conversions.test.ts';
const HEXES_TEST = 'test/api/v2/intelligence/hexes.geojson.test.ts';
const MODELS = ['test/sql/models.test.ts'];
const DEMAND_TEST = 'test/api/v2/intelligence/agent-demand.test.ts';

/** Ways to count what agents ask wrongly, or to tell of a few people what was said of many. */
export const DEMAND: readonly Mutant[] = [
  {
    name: 'two-are-a-crowd',
    file: CROWDS,
    find: 'having count(distinct caller) >= 3',
    replace: 'having count(distinct caller) >= 2',
    tests: [CROWDS_TEST],
    why: 'what two callers asked is shown to buyers',
  },
  {
    name: 'one-is-a-crowd-in-the-end',
    file: CROWDS,
    find: 'having count(distinct caller) >= 3',
    replace: 'having count(caller) >= 3',
    tests: [CROWDS_TEST],
    why: 'what one caller asked three times is shown to buyers',
  },
  {
    name: 'small-platform-named',
    file: 'src/demand/agent-demand/disclosed-demand.ts',
    find: 'has_crowd || large.includes(platform)',
    replace: 'true',
    tests: [DEMAND_TEST],
    why: 'a platform with a single caller is named',
  },
  {
    name: 'area-of-three-operators',
    file: 'sql/warehouse/5_marts/1_window_voices_heard/area_figures.sql',
    find: 'having count(*) >= 4',
    replace: 'having count(*) >= 3',
    tests: MODELS,
    why: 'two of three operators compute what happened on the lots of the third',
  },
  {
    name: 'six-days-tell-enough',
    file: 'sql/warehouse/2_staging/is_strong.sql',
    find: 'counted_day_count >= 7',
    replace: 'counted_day_count >= 6',
    tests: MODELS,
    why: 'a lot with a few counts makes an area that is disclosed',
  },
  {
    name: 'one-vehicle-makes-a-lot',
    file: 'sql/warehouse/2_staging/is_strong.sql',
    find: 'vehicle_count >= 3',
    replace: 'vehicle_count >= 1',
    tests: MODELS,
    why: 'an operator parks one car eight times and has a say',
  },
  {
    name: 'refunds-are-paid',
    file: 'sql/warehouse/5_marts/1_window_priced/priced_stays.sql',
    find: 'anti join fct_refunds using (session_id)',
    replace: '',
    tests: MODELS,
    why: 'an operator charges itself, refunds it and moves the prices of all',
  },
  {
    name: 'stays-of-no-time-are-paid',
    file: 'sql/warehouse/5_marts/1_window_priced/priced_stays.sql',
    find: 'and epoch_us(ended_at) - epoch_us(started_at) >= 60_000_000',
    replace: '',
    tests: MODELS,
    why: 'stays that nobody stayed move the prices of all',
  },
  {
    name: 'area-of-another-country',
    file: 'sql/warehouse/5_marts/1_window/numbered_lots.sql',
    find: 'using (livemode, country, cell)\n  group by lot_id',
    replace: 'using (livemode, cell)\n  group by lot_id',
    tests: MODELS,
    why: 'a lot beyond a border is in an area that its country does not have',
  },
  {
    name: 'cell-says-it-is-its-area',
    file: 'src/demand/hexes/draw-hex.ts',
    find: 'cellResolution(of) < resolution',
    replace: 'cellResolution(of) > resolution',
    tests: ['test/pipelines/hexes.test.ts'],
    why: 'a cell claims as its own what its surroundings have',
  },
  {
    name: 'redeemed-hold-converts-again',
    file: CONVERSIONS,
    find: "where action = 'session.created' and hold_id is null",
    replace: "where action = 'session.created'",
    tests: [CONVERSIONS_TEST],
    why: 'a hold and the stay that redeems it are two conversions',
  },
  {
    name: 'any-search-converts',
    file: CONVERSIONS,
    find: "and search_log.kind = 'search'",
    replace: '',
    tests: [CONVERSIONS_TEST],
    why: 'a look-up of rates counts as the search that a stay followed',
  },
  {
    name: 'hours-of-the-server',
    file: 'src/demand/searches/record-search.ts',
    find: 'local_hour: searchedAt.getHours(),',
    replace: 'local_hour: at.getUTCHours(),',
    tests: ['test/pipelines/searches/agent-demand.test.ts'],
    why: 'the busiest hour of a city is given in UTC',
  },
  {
    name: 'map-of-another-resolution',
    file: 'api/v2/intelligence/hexes.geojson.ts',
    find: "['map', area, resolution",
    replace: "['map', area",
    tests: [HEXES_TEST],
    why: 'who asks for fine cells is sent the coarse ones that another asked for',
  },
];
