import type { Mutant } from '../mutant.ts';

const CIRCLE_TEST = 'test/src/demand/tiles/tile.test.ts';
const HEARD_TEST = 'test/src/demand/market/heard-share.test.ts';
const TILES_TEST = 'test/src/demand/tiles/market-tiles.test.ts';
const CAP = 'src/demand/tiles/operator-cap.ts';
const SUMS = 'src/demand/tiles/operator-sums.ts';

/** Ways to sell a figure that one operator can bend, or that says more than is known. */
export const FIGURES: readonly Mutant[] = [
  {
    name: 'heaviest-operator-unbounded',
    file: CAP,
    find: 'if (weight <= cap * (1 + CAP_SLACK)) return cap;',
    replace: 'if (weight <= cap * (1 + CAP_SLACK)) return Infinity;',
    tests: [CIRCLE_TEST],
    why: 'an operator with most spaces decides the figures of all',
  },
  {
    name: 'one-speaker-is-enough',
    file: CAP,
    find: 'const SPEAKERS_MIN = 3;',
    replace: 'const SPEAKERS_MIN = 1;',
    tests: [CIRCLE_TEST],
    why: 'the only one of many operators that says what a day costs decides what a day costs',
  },
  {
    name: 'far-shares-pull-as-far-as-they-are',
    file: CAP,
    find: 'Math.max(-PULL_MAX, Math.min(PULL_MAX, value - share))',
    replace: '(value - share)',
    tests: [HEARD_TEST, CIRCLE_TEST],
    why: 'one operator that says its lots are full moves what is disclosed of all others',
  },
  {
    name: 'edges-not-seen',
    file: CAP,
    find: 'Math.min(Math.abs(pull) / near, edge + BALANCE_SLACK)',
    replace: 'Math.abs(pull) / near',
    tests: [HEARD_TEST],
    why: 'a share is returned at which the pulls do not balance',
  },
  {
    name: 'less-than-half-is-enough',
    file: CAP,
    find: 'part > 0 && 2 * part >= 1',
    replace: 'part > 0 && 3 * part >= 1',
    tests: [CIRCLE_TEST],
    why: 'what is known of a third of the spaces is disclosed as of all',
  },
  {
    name: 'newcomers-twice',
    file: SUMS,
    find: '    sums.rowOf.set(rowOf);\n',
    replace: '',
    tests: [CIRCLE_TEST],
    why: 'an operator that is met later has several say, each with its own part',
  },
  {
    name: 'last-answer-in-the-next',
    file: SUMS,
    find: '  rows.fill(0, 0, ROW_LENGTH * operators.length);\n',
    replace: '',
    tests: [CIRCLE_TEST],
    why: 'what was added up for one answer is in the next',
  },
  {
    name: 'far-prices-vote',
    file: 'src/demand/rates/price-figure.ts',
    find: 'classAt(ballot, (3 * all.weight) / 4) + CLASSES_PER_FIVEFOLD + 1',
    replace: 'classAt(ballot, (3 * all.weight) / 4) + 9 * CLASSES_PER_FIVEFOLD + 1',
    tests: [CIRCLE_TEST],
    why: 'a price a thousand times as high as all others is shown as what can be paid',
  },
  {
    name: 'area-twice',
    file: 'src/demand/rates/circle-rate.ts',
    find: 'added.has(cell)',
    replace: 'false',
    tests: [CIRCLE_TEST],
    why: 'the same stays are counted once for each tile that a circle touches',
  },
  {
    name: 'few-callers-say-much',
    file: 'src/demand/areas/demand-score.ts',
    find: 'const CALLERS_ADDED = 28;',
    replace: 'const CALLERS_ADDED = 0;',
    tests: ['test/src/demand/areas/demand-score.test.ts'],
    why: 'one that searches on seven days makes a quiet place one in which everybody searches',
  },
  {
    name: 'rest-of-the-world-compared',
    file: 'src/demand/areas/disclosed-area.ts',
    find: '  byCell.delete(0n);\n',
    replace: '',
    tests: ['test/src/demand/areas/disclosed-area.test.ts'],
    why: 'a village is shown as searched as much as the busiest place without an area',
  },
  {
    name: 'own-figures-of-before',
    file: 'src/demand/tiles/market-tiles.ts',
    find: 'ownIn(cell) ?? old.lots.own',
    replace: 'old.lots.own',
    tests: [TILES_TEST],
    why: 'an operator sees what happened on its lots before the last publications',
  },
  {
    name: 'areas-of-before',
    file: 'src/demand/tiles/published.ts',
    find: 'known?.around !== mark?.around',
    replace: 'false',
    tests: [TILES_TEST],
    why: 'areas are told as they were when a lot there last posted another price',
  },
  {
    name: 'closed-days-of-before',
    file: 'src/demand/forecasts/forecast-tiles.ts',
    find: 'old.mark === mark &&',
    replace: '',
    tests: ['test/src/demand/forecasts/forecast-tiles.test.ts'],
    why: 'a tile whose last lot has gone goes on telling its forecast',
  },
];
