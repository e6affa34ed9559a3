import type { Mutant } from './mutant.ts';

const DOOR_TEST = 'test/api/v2/intelligence/demand-forecast.test.ts';
const TILE_TEST = 'test/src/market/forecast-tile.test.ts';
const HAPPENINGS_TEST = 'test/src/outlook/happenings.test.ts';
const SUMS = 'src/market/day-sums.ts';
const EXPECTED = 'src/market/expected-demand.ts';
const EVENTS = 'src/outlook/expected-events.ts';

/** Ways to sell a wrong answer to what demand is expected, or somebody else's figures. */
export const OUTLOOK: readonly Mutant[] = [
  {
    name: 'two-sellers-are-enough',
    file: EXPECTED,
    find: '>= CONTRIBUTORS_MIN) return',
    replace: '>= CONTRIBUTORS_MIN - 1) return',
    tests: [DOOR_TEST],
    why: 'one operator reads off what its only competitor sells',
  },
  {
    name: 'any-seller-is-the-caller',
    file: EXPECTED,
    find: 'all.every((id) => id === operatorId)',
    replace: 'all.some((id) => id === operatorId)',
    tests: [DOOR_TEST],
    why: 'who sells anything itself reads off what its only competitor sells',
  },
  {
    name: 'closed-lots-contribute',
    file: SUMS,
    find: '  if (read.isClosed) {',
    replace:
      '  if (hasStays(lot.bytes)) money.contributorIds.concat(lot.operatorId);\n  if (false) {',
    tests: [TILE_TEST],
    why: 'lots that are closed count as open ones of which nothing is taken',
  },
  {
    name: 'independent-errors-only',
    file: 'src/market/amount.ts',
    find: '(1 - together) * squares + together * errors ** 2',
    replace: 'squares',
    tests: ['test/src/market/amount.test.ts'],
    why: 'intervals of many lots are far too narrow, because their errors are partly the same',
  },
  {
    name: 'sums-of-another-day',
    file: 'src/market/forecast-tile.ts',
    find: 'const known = days.get(day);',
    replace: 'const known = [...days.values()].at(-1);',
    tests: [TILE_TEST],
    why: 'the first day that is asked for answers for all days',
  },
  {
    name: 'cells-at-the-edge-inside',
    file: 'src/market/cap-tree.ts',
    find: '    if (relation === INSIDE) visit(child);',
    replace: '    if (relation !== OUTSIDE) visit(child);',
    tests: [TILE_TEST, 'test/src/market/tile.test.ts'],
    why: 'lots outside the circle count',
  },
  {
    name: 'unknown-half-hours-empty',
    file: SUMS,
    find: 'const known = isOwn ? slot : knownBeside(values, slot);',
    replace: 'const known = isOwn ? slot : -1;',
    tests: [DOOR_TEST],
    why: 'lots that are counted once an hour are expected to have half of their stays',
  },
  {
    name: 'events-of-both-worlds',
    file: EVENTS,
    find: 'event.livemode === livemode && ',
    replace: '',
    tests: [DOOR_TEST],
    why: 'what somebody tried out in the sandbox is sold as a concert',
  },
  {
    name: 'holidays-of-all-countries',
    file: EVENTS,
    find: '\n    .filter(({ country, state }) => places.has(placeKey(country, state)))',
    replace: '',
    tests: [DOOR_TEST],
    why: 'a city is said to have a holiday that is one elsewhere',
  },
  {
    name: 'events-kept-for-ever',
    file: 'sql/postgres/migrations/000034_happenings_changed.sql',
    find: 'insert or update or delete on local_events',
    replace: 'truncate on local_events',
    tests: [HAPPENINGS_TEST],
    why: 'an event that was entered or removed changes answers half a minute later',
  },
  {
    name: 'kept-while-not-notified',
    file: 'src/outlook/happenings.ts',
    find: 'return notices.isListening() ?',
    replace: 'return true ?',
    tests: [HAPPENINGS_TEST],
    why: 'while the connection for notices is down, events that were entered are never seen',
  },
  {
    name: 'today-by-the-world-clock',
    file: 'src/outlook/local-days.ts',
    find: '  if (nowMs < startOf(today, timezone)) today -= 1;\n',
    replace: '  if (nowMs < startOf(today, timezone)) today -= 0;\n',
    tests: ['test/src/outlook/local-days.test.ts'],
    why: 'in the evening the Americas cannot ask for today any more',
  },
];
