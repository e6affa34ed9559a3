import type { Mutant } from '../mutant.ts';

const ENDPOINT_TEST = 'test/api/v2/intelligence/demand-forecast.test.ts';
const TILE_TEST = 'test/src/demand/forecasts/forecast-tile.test.ts';
const AREAS_TEST = 'test/pipelines/forecasts/area-forecasts.test.ts';
const CALENDAR_EVENTS_TEST = 'test/src/demand/outlook/calendar-events.test.ts';
const CIRCLE_TEST = 'test/src/demand/forecasts/circle-forecast.test.ts';
const CIRCLE = 'src/demand/forecasts/circle-forecast.ts';
const SPOKEN = 'src/demand/forecasts/spoken.ts';
const EVENTS = 'src/demand/outlook/expected-events.ts';
const PRICE = 'src/demand/outlook/recommend-price.ts';
const PRICE_TEST = 'test/src/demand/outlook/recommend-price.test.ts';

/** Ways to sell a wrong answer to what demand is expected, or somebody else's figures. */
export const OUTLOOK: readonly Mutant[] = [
  {
    name: 'forecast-of-any-part',
    file: SPOKEN,
    find: 'if (!isHalf(({ known }) => known)) return null;',
    replace: '',
    tests: [CIRCLE_TEST],
    why: 'what happens on one lot in ten is sold as what is expected of all',
  },
  {
    name: 'loud-operators-not-held-back',
    file: SPOKEN,
    find: 'for (const own of loud) moved += heldBack',
    replace: 'for (const own of loud) moved += 0 * heldBack',
    tests: [CIRCLE_TEST],
    why: 'who posts spaces where nobody parks makes a full town look empty',
  },
  {
    name: 'areas-that-may-not-be-told',
    file: CIRCLE,
    find: 'disclosed?.occupied_pct == null ? undefined : forecasts.get(key)',
    replace: 'forecasts.get(key)',
    tests: [CIRCLE_TEST],
    why: 'an area that lost its fourth operator is sold until its forecast is removed',
  },
  {
    name: 'some-closed-are-all',
    file: 'src/demand/outlook/expected-in-circle.ts',
    find: 'closedCount >= Math.max(lotCount, seen)',
    replace: 'closedCount >= 1',
    tests: [ENDPOINT_TEST],
    why: 'it is sold that all lots are closed where nothing is known of most',
  },
  {
    name: 'lots-of-others-as-own',
    file: 'src/demand/forecasts/forecast-tile.ts',
    find: 'lotsOf: (operatorId) => byOperator.get(operatorId) ?? [],',
    replace: 'lotsOf: () => lots,',
    tests: [ENDPOINT_TEST],
    why: 'everybody sees exactly what is expected of the lots of competitors',
  },
  {
    name: 'three-operators-are-enough',
    file: 'pipelines/forecasts/area-histories.ts',
    find: 'if (voices.length < BOUNDED_OPERATORS_MIN)',
    replace: 'if (voices.length < BOUNDED_OPERATORS_MIN - 1)',
    tests: [AREAS_TEST],
    why: 'two of three operators add theirs up and know the third',
  },
  {
    name: 'late-areas-not-due',
    file: 'pipelines/forecasts/build-areas.ts',
    find: 'row.madeFor !== area.madeFor || isLate',
    replace: 'row.madeFor !== area.madeFor',
    tests: [AREAS_TEST],
    why: 'an imported history does not change what is expected before midnight',
  },
  {
    name: 'new-areas-not-learnt-from',
    file: 'pipelines/forecasts/build-areas.ts',
    find: 'late.length > 0 || hasNew || gone.length > 0',
    replace: 'late.length > 0',
    tests: ['test/pipelines/forecasts/area-forecasts.test.ts'],
    why: 'forecasts of finer areas are as wide as those of the country before',
  },
  {
    name: 'changed-areas-not-due',
    file: 'pipelines/forecasts/build-areas.ts',
    find: 'row.madeFor !== area.madeFor || isLate',
    replace: 'isLate',
    tests: [AREAS_TEST],
    why: 'a lot that doubles its spaces weighs as before',
  },
  {
    name: 'hourly-counts-half-empty',
    file: 'src/demand/areas/area-forecast.ts',
    find: 'if (isKnown(values[slot - 1])) return slot - 1;',
    replace: 'if (isKnown(values[slot - 1])) return -1;',
    tests: [TILE_TEST],
    why: 'lots that are counted once an hour are expected to have half of their stays',
  },
  {
    name: 'independent-errors-only',
    file: 'src/demand/areas/amount.ts',
    find: '(1 - together) * squares + together * errors ** 2',
    replace: 'squares',
    tests: ['test/src/demand/areas/amount.test.ts'],
    why: 'intervals of many lots are far too narrow, because their errors are partly the same',
  },
  {
    name: 'sums-of-another-day',
    file: 'src/demand/forecasts/forecast-tile.ts',
    find: 'const known = days.get(day);',
    replace: 'const known = [...days.values()].at(-1);',
    tests: [TILE_TEST],
    why: 'the first day that is asked for answers for all days',
  },
  {
    name: 'cells-at-the-edge-inside',
    file: 'src/demand/tiles/cap-tree.ts',
    find: '    if (relation === INSIDE) visit(child);',
    replace: '    if (relation !== OUTSIDE) visit(child);',
    tests: [TILE_TEST, 'test/src/demand/tiles/tile.test.ts'],
    why: 'lots outside the circle count',
  },
  {
    name: 'events-of-both-worlds',
    file: EVENTS,
    find: 'event.livemode === livemode && ',
    replace: '',
    tests: [ENDPOINT_TEST],
    why: 'what somebody tried out in the sandbox is sold as a concert',
  },
  {
    name: 'holidays-of-all-countries',
    file: EVENTS,
    find: '\n    .filter(({ country, state }) => places.has(placeKey(country, state)))',
    replace: '',
    tests: [ENDPOINT_TEST],
    why: 'a city gets the holidays of another one',
  },
  {
    name: 'events-kept-for-ever',
    file: 'sql/postgres/triggers/local_events_changed.sql',
    find: 'insert or update or delete on local_events',
    replace: 'truncate on local_events',
    tests: [CALENDAR_EVENTS_TEST],
    why: 'an event that was entered or removed changes answers half a minute later',
  },
  {
    name: 'kept-while-not-notified',
    file: 'src/demand/outlook/calendar-events.ts',
    find: 'return notices.isListening() ?',
    replace: 'return true ?',
    tests: [CALENDAR_EVENTS_TEST],
    why: 'while the connection for notices is down, events that were entered are never seen',
  },
  {
    name: 'advice-that-loses-revenue',
    file: PRICE,
    find: 'if (revenueAt(wanted, elasticity) < 1)',
    replace: 'if (false)',
    tests: [PRICE_TEST],
    why: 'a half-empty area is advised to halve its rates, and loses a third of its revenue',
  },
  {
    name: 'bound-not-said',
    file: PRICE,
    find: "multiplier: MULTIPLIER_MAX, decidedBy: 'upper_bound'",
    replace: "multiplier: MULTIPLIER_MAX, decidedBy: 'target'",
    tests: [PRICE_TEST],
    why: 'a rate is sold as the one at which the target is reached, and is not',
  },
  {
    name: 'today-by-the-world-clock',
    file: 'src/demand/outlook/local-days.ts',
    find: '  if (nowMs < startOf(today, timezone)) today -= 1;\n',
    replace: '  if (nowMs < startOf(today, timezone)) today -= 0;\n',
    tests: ['test/src/demand/outlook/local-days.test.ts'],
    why: 'in the evening the Americas cannot ask for today any more',
  },
];
