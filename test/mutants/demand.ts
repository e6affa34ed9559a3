import type { Mutant } from './mutant.ts';

const CROWDS = 'sql/postgres/queries/search_crowds_find.sql';
const CROWDS_TEST = 'test/src/searches/find-crowds.test.ts';
const CONVERSIONS = 'sql/postgres/queries/conversions_find.sql';
const CONVERSIONS_TEST = 'test/src/searches/find-conversions.test.ts';
const HEXES = 'api/v2/intelligence/hexes-shape.ts';
const HEXES_TEST = 'test/api/v2/intelligence/hexes.geojson.test.ts';
const DEMAND_TEST = 'test/api/v2/intelligence/agent-demand.test.ts';

/** Ways to count what agents ask wrongly, or to tell of a few people what was said of many. */
export const DEMAND: readonly Mutant[] = [
  {
    name: 'two-are-a-crowd',
    file: CROWDS,
    find: 'having count(distinct caller) >= 3',
    replace: 'having count(distinct caller) >= 2',
    tests: [CROWDS_TEST],
    why: 'what two callers asked is told to buyers',
  },
  {
    name: 'one-is-a-crowd-in-the-end',
    file: CROWDS,
    find: 'having count(distinct caller) >= 3',
    replace: 'having count(caller) >= 3',
    tests: [CROWDS_TEST],
    why: 'what one caller asked three times is told to buyers',
  },
  {
    name: 'small-platform-named',
    file: 'api/v2/intelligence/present-agent-demand.ts',
    find: 'const name = has_crowd ? label : OTHER;',
    replace: 'const name = label;',
    tests: [DEMAND_TEST],
    why: 'a platform with a single caller is named',
  },
  {
    name: 'map-of-one-caller',
    file: HEXES,
    find: 'hex.search_count < SEARCHES_MIN || !hex.has_crowd',
    replace: 'hex.search_count < SEARCHES_MIN',
    tests: [HEXES_TEST],
    why: 'a cell tells what one caller searched',
  },
  {
    name: 'map-of-few-searches',
    file: HEXES,
    find: 'hex.search_count < SEARCHES_MIN || !hex.has_crowd',
    replace: '!hex.has_crowd',
    tests: [HEXES_TEST],
    why: 'a cell tells of fewer searches than the floor',
  },
  {
    name: 'realised-by-two-operators',
    file: 'sql/warehouse/5_marts/2_areas/hexes.sql',
    find: '>= 3 as is_realised',
    replace: '>= 2 as is_realised',
    tests: ['test/sql/models.test.ts'],
    why: 'one of two operators computes the income of the other',
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
    file: 'src/searches/record-search.ts',
    find: 'local_hour: searchedAt.getHours(),',
    replace: 'local_hour: at.getUTCHours(),',
    tests: ['test/pipelines/agent-demand.test.ts'],
    why: 'the busiest hour of a city is told in UTC',
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
