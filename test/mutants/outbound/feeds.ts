import type { Mutant } from '../mutant.ts';

const CHANGES = 'sql/postgres/queries/lots_read_changes.sql';
const CHANGES_TEST = 'test/api/v1/lots/changes.test.ts';
const PARKAPI_TEST = 'test/api/feeds/parkapi/parking-sites.test.ts';
const OTP_TEST = 'test/api/feeds/parkapi/otp.test.ts';
const APDS_TEST = 'test/api/feeds/apds/places-and-rates.test.ts';

/** Ways to lose what a mirror needs, and to tell readers of feeds what is not so. */
export const FEEDS: readonly Mutant[] = [
  {
    name: 'changes-skip-late-commits',
    file: CHANGES,
    find: 'is_unseen(tx, coalesce(:until, :seen)::pg_snapshot)',
    replace: 'tx >= pg_snapshot_xmax(coalesce(:until, :seen)::pg_snapshot)',
    tests: [CHANGES_TEST],
    why: 'a write of a transaction that was open at the last look never reaches a mirror',
  },
  {
    name: 'changes-forget-the-rest',
    file: 'src/outbound/feeds/list-lot-changes.ts',
    find: 'written.length > read.length ? (read.at(-1) ?? null) : null',
    replace: 'written.length > read.length + 1e9 ? (read.at(-1) ?? null) : null',
    tests: [CHANGES_TEST],
    why: 'what does not fit into one answer is in none',
  },
  {
    name: 'changes-take-any-run',
    file: 'src/outbound/feeds/list-lot-changes.ts',
    find: 'if (nameRun(here.serverRun) !== run)',
    replace: 'if (nameRun(here.serverRun) === "")',
    tests: [CHANGES_TEST],
    why: 'after a crash of the database a mirror misses writes and is not told',
  },
  {
    name: 'changes-tell-of-drafts',
    file: 'src/outbound/feeds/list-lot-changes.ts',
    find: 'lot !== null || shown.has(lotId)',
    replace: 'lot !== null || shown.size >= 0',
    tests: [CHANGES_TEST],
    why: 'everybody learns the ids of lots that were never listed',
  },
  {
    name: 'old-count-stays',
    file: 'src/outbound/feeds/lot-feed.ts',
    find: 'return [...new Set([...all, ...ended.map(([lotId]) => lotId)])];',
    replace: 'return ended.length > 1e9 ? [] : all;',
    tests: ['test/src/outbound/feeds/lot-feed.test.ts'],
    why: 'a count of the morning is shown as free spaces in the evening',
  },
  {
    name: 'unknown-capacity-is-zero',
    file: 'api/feeds/forms/parking-site.ts',
    find: 'null ? null : JSON.stringify(toSite(lot, lot.totalSpaces, baseUrl))',
    replace: '0 ? null : JSON.stringify(toSite(lot, lot.totalSpaces ?? 0, baseUrl))',
    tests: [PARKAPI_TEST],
    why: 'a lot whose spaces nobody knows is shown with none',
  },
  {
    name: 'otp-reads-no-place-for-cars',
    file: 'api/feeds/forms/otp-lot.ts',
    find: "{ total, ...(disabled > 0 && { 'total:disabled': disabled }) }),",
    replace: "{ total }), ...(disabled > 0 && { 'total:disabled': disabled }),",
    tests: [OTP_TEST],
    why: 'OpenTripPlanner sends nobody to a lot with only some spaces counted',
  },
  {
    name: 'apds-rate-per-hour-as-step',
    file: 'api/feeds/forms/apds-rate.ts',
    find: 'isHourly ? (rate * stepMinutes) / minutesInHour : rate',
    replace: 'isHourly && minutesInHour === 0 ? 0 : rate',
    tests: [APDS_TEST],
    why: 'the price of an hour is shown as that of each half hour',
  },
];
