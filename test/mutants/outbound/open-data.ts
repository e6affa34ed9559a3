import type { Mutant } from '../mutant.ts';

const PRICE = 'src/kit/osm/values/read-price.ts';
const PRICE_TEST = 'test/src/kit/osm/values/read-price.test.ts';
const IMPORT_TEST = 'test/src/imports/lots/import-lots.test.ts';
const STAY_TEST = 'test/src/tariffs/price/price-stay.test.ts';
const UNKNOWN_TEST = 'test/api/v1/lots/availability/unknown-capacity.test.ts';
const MAX_STAY_TEST = 'test/api/v1/sessions/max-stay.test.ts';

/** Ways to charge, sell or publish what open data does not say. */
export const OPEN_DATA: readonly Mutant[] = [
  {
    name: 'charge-ignores-conditions',
    file: PRICE,
    find: '    ...problemsOfStrangers(tags, stated.strangers),\n',
    replace: '',
    tests: [PRICE_TEST],
    why: 'a price that holds on Sundays is charged every day',
  },
  {
    name: 'fee-no-beats-charge',
    file: PRICE,
    find: '((isFeeFree && !isChargeFree) || (isFeeYes && isChargeFree))',
    replace: 'isFeeYes && isChargeFree',
    tests: [PRICE_TEST],
    why: 'two tags that contradict each other become a price',
  },
  {
    name: 'price-posted-with-unread-rules',
    file: 'src/imports/lots/rows/posting.ts',
    find: '  if (lot.hasUnreadRules) {',
    replace: '  if (lot.hasUnreadRules && lot.tags.nothing) {',
    tests: [IMPORT_TEST],
    why: 'vehicles are sent to a lot whose rules nobody understood',
  },
  {
    name: 'charge-text-keeps-old-rate',
    file: 'sql/postgres/queries/lots_change.sql',
    find: "when given.columns ->> 'charge_text' <> coalesce(charge_text, '')",
    replace: "when given.columns ->> 'charge_text' is null and charge_text is not null",
    tests: [IMPORT_TEST],
    why: 'a lot whose price has changed to tiers still charges the old rate',
  },
  {
    name: 'same-ref-is-same-lot',
    file: 'src/parking/lots/write/batch/known-lots.ts',
    find: '((osmId !== null && (sameRef.osmId ?? osmId) !== osmId) || isFar(sameRef, near))',
    replace: 'false && isFar(sameRef, near)',
    tests: [IMPORT_TEST],
    why: 'the P1 of one operator is overwritten with the P1 of another',
  },
  {
    name: 'estimate-is-a-count',
    file: 'sql/warehouse/2_staging/stg_lot_changes.sql',
    find: 'try_cast(lot.is_capacity_estimated as boolean), null,',
    replace: 'false, null,',
    tests: ['test/sql/models.test.ts'],
    why: 'market rates rest on spaces that nobody counted',
  },
  {
    name: 'crossings-are-lots',
    file: 'src/imports/lots/files/feature-rows.ts',
    find: "feature.osmId === null || (feature.tags.amenity === 'parking' && !twice.has(i))",
    replace: 'feature.osmId === null || !twice.has(i)',
    tests: [IMPORT_TEST],
    why: 'a traffic sign beside a car park becomes a car park',
  },
  {
    name: 'step-rounds-down',
    file: 'src/tariffs/price/charges.ts',
    find: 'Math.ceil((stop - from) / unit) * unit',
    replace: 'stop - from',
    tests: [STAY_TEST],
    why: 'a started half hour is not paid',
  },
  {
    name: 'unknown-capacity-sells',
    file: 'src/parking/sessions/agree-terms.ts',
    find: '  if (lot.totalSpaces === null) throw capacityUnknown();\n',
    replace: '',
    tests: [UNKNOWN_TEST],
    why: 'a driver sees anything but that the space is not known',
  },
  {
    name: 'extension-ignores-max-stay',
    file: 'src/parking/sessions/extend-session.ts',
    find: '  checkMaxStay(schedule, { from: startedAt, to });\n',
    replace: '',
    tests: [MAX_STAY_TEST],
    why: 'a stay is extended past what the sign allows',
  },
];
