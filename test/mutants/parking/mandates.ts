import type { Mutant } from '../mutant.ts';

const SESSIONS_COUNT_MANDATE = 'sql/postgres/triggers/sessions_count_mandate.sql';
const COUNT_MANDATE = 'sql/postgres/functions/count_mandate.sql';
const COUNTS = 'sql/postgres/migrations/000041_mandates.sql';
const JUDGE = 'src/parking/mandates/judge-stay.ts';
const AT_ONCE_TEST = 'test/src/parking/mandates/at-once.test.ts';
const COUNTS_TEST = 'test/src/parking/mandates/counts.test.ts';
const RULES_TEST = 'test/src/parking/mandates/rules.test.ts';
const KEYS_TEST = 'test/src/parking/mandates/keys.test.ts';
const HISTORIES_TEST = 'test/src/parking/mandates/histories.test.ts';
const DOORS_TEST = 'test/api/v1/mandates.test.ts';

/** Ways to let an agent spend more than its mandate allows, or somewhere else, or to lose money. */
export const MANDATES: readonly Mutant[] = [
  {
    name: 'mandate-counted-before-the-lock',
    file: COUNT_MANDATE,
    find: 'set authorised_minor = kept.authorised_minor + excluded.authorised_minor;',
    replace: `set authorised_minor = (
        select sum(coalesce(subtotal_minor, estimated_minor)) from public.sessions
        where mandate_id = rules.mandate_id);`,
    tests: [AT_ONCE_TEST],
    why: 'calls at once each count what was there before the others, and overspend together',
  },
  {
    name: 'mandate-day-unchecked',
    file: COUNTS,
    find: "check (period <> 'day' or authorised_minor <= limit_minor)",
    replace: 'check (authorised_minor >= 0)',
    tests: [AT_ONCE_TEST],
    why: 'a day has no limit',
  },
  {
    name: 'mandate-month-unchecked',
    file: COUNTS,
    find: "check (period <> 'month' or authorised_minor <= limit_minor)",
    replace: 'check (authorised_minor >= 0)',
    tests: [AT_ONCE_TEST],
    why: 'a month has no limit',
  },
  {
    name: 'mandate-extension-forgotten',
    file: SESSIONS_COUNT_MANDATE,
    find: 'after insert or update of estimated_minor, subtotal_minor, mandate_id on sessions',
    replace: 'after insert or update of subtotal_minor, mandate_id on sessions',
    tests: [COUNTS_TEST],
    why: 'a stay of minutes is extended by a day for nothing',
  },
  {
    name: 'mandate-release-forgotten',
    file: SESSIONS_COUNT_MANDATE,
    find: 'after insert or update of estimated_minor, subtotal_minor, mandate_id on sessions',
    replace: 'after insert or update of estimated_minor, mandate_id on sessions',
    tests: [HISTORIES_TEST],
    why: 'a stay that ends early takes what it did not cost from the mandate',
  },
  {
    name: 'mandate-of-another-day',
    file: COUNT_MANDATE,
    find: 'public.mandate_limits(rules, new.started_at)',
    replace: 'public.mandate_limits(rules, clock_timestamp())',
    tests: [COUNTS_TEST],
    why: 'a stay over midnight counts for both days, and gives back to the wrong one',
  },
  {
    name: 'mandate-day-of-utc',
    file: 'sql/postgres/functions/mandate_limits.sql',
    find: "select 'day', (at at time zone mandate.timezone)::date",
    replace: "select 'day', (at at time zone 'UTC')::date",
    tests: [COUNTS_TEST],
    why: 'a day begins in the evening',
  },
  {
    name: 'mandate-stay-unlimited',
    file: COUNT_MANDATE,
    find: 'elsif cost_minor > rules.max_per_stay_minor then',
    replace: 'elsif added_minor > rules.max_per_stay_minor then',
    tests: [COUNTS_TEST],
    why: 'a stay costs any amount, in extensions that are small enough',
  },
  {
    name: 'mandate-grace-charged',
    file: 'src/parking/sessions/session.ts',
    find: '(session.mandateId !== null && now > session.expectedEnd)',
    replace: '(session.mandateId === undefined && now > session.expectedEnd)',
    tests: [COUNTS_TEST],
    why: 'a stay that is ended some minutes late costs more than was authorised',
  },
  {
    name: 'mandate-of-the-hold-forgotten',
    file: 'src/parking/reservations/redeem-hold.ts',
    find: 'caller.mandate?.mandateId ?? hold.mandateId',
    replace: 'caller.mandate?.mandateId ?? null',
    tests: [COUNTS_TEST],
    why: 'what an agent holds and a person activates counts nowhere',
  },
  {
    name: 'mandate-rotated-away',
    file: 'sql/postgres/queries/api_keys_rotate.sql',
    find: 'mandate_id, agent_id,\n    key_id',
    replace: 'null, agent_id,\n    key_id',
    tests: [KEYS_TEST],
    why: 'a rotated key may spend without limit',
  },
  {
    name: 'mandate-needs-nobody',
    file: JUDGE,
    find: '  refuseUnattended(mandate);\n  throwIf(await whyNotAllowed(mandate, stay));',
    replace: '  throwIf(await whyNotAllowed(mandate, stay));',
    tests: [RULES_TEST],
    why: 'an agent that may only hold begins stays',
  },
  {
    name: 'mandate-extends-others',
    file: JUDGE,
    find: 'if (stay.mandateId !== mandate.mandateId)',
    replace: 'if (stay.mandateId === undefined)',
    tests: [RULES_TEST],
    why: 'an agent spends without limit by extending stays of others',
  },
  {
    name: 'mandate-hours-of-the-start',
    file: JUDGE,
    find: '[{ ...schedule, country: null, state: null }], part)',
    replace: '[{ ...schedule, country: null, state: null }], { ...part, to: part.from })',
    tests: [RULES_TEST],
    why: 'a stay that begins within the hours runs through the night',
  },
  {
    name: 'mandate-unknown-hours-open',
    file: JUDGE,
    find: "if (!states.has('closed') && !states.has('unknown')) return undefined;",
    replace: "if (!states.has('closed')) return undefined;",
    tests: [RULES_TEST],
    why: 'hours that take too long to compute allow everything',
  },
  {
    name: 'mandate-clocks-put-back',
    file: JUDGE,
    find: 'tzOffset(timezone, from) === tzOffset(timezone, to)',
    replace: 'tzOffset(timezone, from) === tzOffset(timezone, from)',
    tests: ['test/src/parking/mandates/hours.test.ts'],
    why: 'in the night in which the clocks are put back, a stay runs past the hours',
  },
  {
    name: 'mandate-area-in-kilometres',
    file: JUDGE,
    find: 'greatCircleMetres(area, lot.position) > area.radiusM',
    replace: 'greatCircleMetres(area, lot.position) > area.radiusM * 1_000',
    tests: [RULES_TEST],
    why: 'an agent parks in another city',
  },
  {
    name: 'mandate-holds-one-of-many',
    file: 'src/parking/mandates/judge-holds.ts',
    find: 'judge.sum(stay.count * stay.costMinor)',
    replace: 'judge.sum(stay.costMinor)',
    tests: [DOORS_TEST],
    why: 'spaces are kept empty that cannot be paid for',
  },
  {
    name: 'mandate-vehicles-one-by-one',
    file: 'src/parking/fleets/plan-spaces.ts',
    find: '  if (refusal !== undefined) throw mandateExceeded(refusal);\n',
    replace: '',
    tests: [DOORS_TEST],
    why: 'a dispatch promises spaces to vehicles whose stays are refused when they arrive',
  },
  {
    name: 'mandate-left-told-to-others',
    file: 'sql/postgres/queries/mandate_left_find.sql',
    find: 'and mandate.operator_id = :operator_id',
    replace: "and mandate.operator_id <> :operator_id || ' '",
    tests: [RULES_TEST],
    why: "the operator of a lot reads a guest's budget",
  },
];
