import type { Mutant } from '../mutant.ts';

const SHOWN = 'src/parking/lots/availability-shown.ts';
const DOORS_TEST = 'test/api/v1/lots/availability/availability-shown.test.ts';
const TOLD_TEST = 'test/api/v1/lots/availability/availability-disclosed.test.ts';
const RESERVE_TEST = 'test/api/v1/reserve/limits.test.ts';

/** Ways to tell others how many spaces of a lot are free, though its operator does not. */
export const AVAILABILITY: readonly Mutant[] = [
  {
    name: 'ranked-by-hidden-spaces',
    file: SHOWN,
    find: `if (shown === 'exact' || total === null) return freeSpaces;`,
    replace: `if (shown !== 'none' || total === null) return freeSpaces;`,
    tests: [DOORS_TEST],
    why: 'neighbours with known spaces tell by their places in a search how many are free',
  },
  {
    name: 'hidden-count-dated',
    file: 'src/parking/lots/search/show-lots.ts',
    find: 'isExact && reported !== null ? reported : now',
    replace: 'reported !== null ? reported : now',
    tests: [TOLD_TEST],
    why: 'the instants of counts tell when vehicles come and go',
  },
  {
    name: 'hidden-spaces-in-feeds',
    file: 'api/feeds/forms/lot-words.ts',
    find: `if (lot.availabilityShown !== 'exact') return null;`,
    replace: `if (lot.availabilityShown === 'none') return null;`,
    tests: [DOORS_TEST],
    why: 'a feed says what searches do not',
  },
  {
    name: 'limit-after-spaces',
    file: 'src/parking/holds/is-beyond-share.ts',
    find: 'return holdable !== undefined && spaceCount > holdable.spaceCount;',
    replace: 'return holdable === undefined && spaceCount > 0;',
    tests: [RESERVE_TEST],
    why: 'seven refused holds tell the exact number of free spaces',
  },
];
