import type { Mutant } from './mutant.ts';

const UNIT = 'test/src/forecast';
const PIPELINES_TEST = 'test/pipelines/forecasts.test.ts';
const BACKTEST_TEST = 'test/faults/marts/backtest.test.ts';

/** Ways to forecast from what nobody knew yet, or from what does not count. */
export const FORECAST: readonly Mutant[] = [
  {
    name: 'day-learnt-before-it-is-scored',
    file: 'src/forecast/fit-lot.ts',
    find: 'forecastDay(course, { day, horizon: 1 }, weights, forecast);\n      onDay',
    replace:
      'forecastDay(course, { day, horizon: 1 }, weights, forecast);\n' +
      '      learnOwn(course, day, forecast);\n      onDay',
    tests: [`${UNIT}/unseen-future.test.ts`],
    why: 'the interval of a day is as wide as the error that it is to contain',
  },
  {
    name: 'day-known-in-common-before-it-is-over',
    file: 'src/forecast/fit-lot.ts',
    find: 'commons[figure][day] ??',
    replace: 'commons[figure][day + 1] ??',
    tests: [`${UNIT}/unseen-future.test.ts`],
    why: 'a backtest forecasts days with what their own outcome taught',
  },
  {
    name: 'noisy-lots-count-as-much',
    file: 'src/forecast/pool.ts',
    find: 'weight: 1 / unit ** 2',
    replace: 'weight: 1 / unit',
    tests: [`${UNIT}/pool.test.ts`],
    why: 'lots whose days say nothing decide what is learnt from the others',
  },
  {
    name: 'roots-scored-as-stays',
    file: 'src/forecast/backtest.ts',
    find: ': value ** 2);',
    replace: ': value);',
    tests: [`${UNIT}/backtest.test.ts`],
    why: 'the forecasts of stays and revenue are compared with their squares',
  },
  {
    name: 'interval-beside-its-forecast',
    file: 'src/forecast/quantiles.ts',
    find: 'Math.min(0, quantile(counts, LOW_SHARE, ERRORS_MIN) ?? PRIOR_INTERVAL.low)',
    replace: 'quantile(counts, LOW_SHARE, ERRORS_MIN) ?? PRIOR_INTERVAL.low',
    tests: [`${UNIT}/backtest.test.ts`],
    why: 'a lot that fills up is said to be fuller than its forecast at least',
  },
  {
    name: 'intervals-stay-as-they-are',
    file: 'src/forecast/width.ts',
    find: 'const more = step * (sum / lots - OUTSIDE_SHARE);',
    replace: 'const more = 0 * step;',
    tests: [`${UNIT}/width.test.ts`],
    why: 'intervals of a city whose errors have changed contain too much or too little',
  },
  {
    name: 'closed-days-not-empty',
    file: 'src/forecast/fit-lot.ts',
    find: 'for (const figure of [shares, sessions, revenueMinor]) closeDays(figure, ahead.closed);',
    replace: '',
    tests: [`${UNIT}/fit-lot.test.ts`],
    why: 'a lot is said to be as full as usual on a day on which it is closed',
  },
  {
    name: 'closed-days-borrowed',
    file: 'pipelines/forecasts/write-forecasts.ts',
    find: 'closeDays(borrowed.shares, ahead.closed);',
    replace: '',
    tests: [PIPELINES_TEST],
    why: 'a new lot is said to be as full as its neighbours on a day on which it is closed',
  },
  {
    name: 'held-spaces-borrowed',
    file: 'pipelines/forecasts/write-forecasts.ts',
    find: 'holdSpaces(borrowed.shares, ahead.heldSpaces, borrowed.spaces);',
    replace: '',
    tests: [PIPELINES_TEST],
    why: 'a new lot whose spaces are held is said to be as empty as its neighbours',
  },
  {
    name: 'holiday-learnt-as-usual-day',
    file: 'src/forecast/day-forecast.ts',
    find: 'if (!isHoliday) learnDay(course.profile, kinds[day] ?? 0, usual);',
    replace:
      'learnDay(course.profile, weekdayOf(kinds[day] ?? 0), values.slice(from, from + slots));',
    tests: [`${UNIT}/unusual-days.test.ts`],
    why: 'the Sundays after a public holiday are forecast to be like it',
  },
  {
    name: 'counts-judged-by-the-next-day',
    file: 'src/forecast/clean-counts.ts',
    find: 'slot % HALF_HOURS === 0 || slot % HALF_HOURS === HALF_HOURS - 1',
    replace: 'slot % HALF_HOURS === 0',
    tests: [`${UNIT}/clean-counts.test.ts`],
    why: 'the first count of a day decides whether the last of the day before was an error',
  },
  {
    name: 'counts-in-the-order-they-are-read',
    file: 'src/forecast/lot-history.ts',
    find: 'Number.isNaN(known) ? count : Math.max(known, count)',
    replace: 'count',
    tests: [`${UNIT}/lot-history.test.ts`],
    why: 'a rebuild changes the history of the night on which clocks go back',
  },
  {
    name: 'half-hours-from-their-beginning',
    file: 'sql/warehouse/4_rollups/by_day/counts_by_lot_day.sql',
    find: '(epoch_us(counted_at) + 900_000_000) // 1_800_000_000 as number',
    replace: 'epoch_us(counted_at) // 1_800_000_000 as number',
    tests: ['test/sql/models.test.ts'],
    why: 'a count of 10:29 is taken for the one of 10:00',
  },
  {
    name: 'history-ends-a-day-early',
    file: 'pipelines/forecasts/fit-lots.ts',
    find: 'firstDay: today - HISTORY_DAYS,',
    replace: 'firstDay: today - HISTORY_DAYS - 1,',
    tests: [PIPELINES_TEST],
    why: 'every forecast is of the day before its day',
  },
  {
    name: 'unfinished-days-teach',
    file: 'pipelines/forecasts/keep-learnt.ts',
    find: 'firstDay: today - 1 - HISTORY_DAYS,',
    replace: 'firstDay: today - HISTORY_DAYS,',
    tests: [BACKTEST_TEST],
    why: 'what is learnt at midnight (UTC) is that evenings in America are empty',
  },
  {
    name: 'worlds-learn-from-each-other',
    file: 'pipelines/forecasts/keep-learnt.ts',
    find: 'const world = livemode ? live : test;',
    replace: 'const world = livemode ? (test ?? live) : (live ?? test);',
    tests: [PIPELINES_TEST],
    why: 'what callers try out changes what is forecast of real lots',
  },
  {
    name: 'late-lots-not-due',
    file: 'pipelines/forecasts/mark-late.ts',
    find: "await db.query('forecasts_mark_due', { lot_ids: late });",
    replace: '',
    tests: [PIPELINES_TEST],
    why: 'an imported history does not change the forecast before midnight',
  },
];
