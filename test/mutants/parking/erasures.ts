import type { Mutant } from '../mutant.ts';

const UNLINK = 'sql/postgres/queries/persons_unlink.sql';
const FORGET = 'sql/postgres/queries/persons_forget.sql';
const FINISH = 'sql/postgres/queries/erasures_finish.sql';
const OF_PERSON = 'sql/postgres/queries/stays_of_person.sql';
const WHOSE = 'test/api/v1/privacy/whose-data.test.ts';
const UNDER_WAY = 'test/api/v1/privacy/under-way.test.ts';
const ERASURES = 'test/api/v1/privacy/erasures.test.ts';

export const ERASING: readonly Mutant[] = [
  {
    name: 'erased-metadata-kept',
    file: UNLINK,
    find: "metadata = case when is_creator then '{}' else stored.metadata end",
    replace: 'metadata = stored.metadata',
    tests: [WHOSE],
    why: 'what a caller wrote of its user would be kept for ever',
  },
  {
    name: 'erased-words-kept',
    file: UNLINK,
    find: 'intent = case when not is_creator then stored.intent end',
    replace: 'intent = stored.intent',
    tests: [UNDER_WAY],
    why: 'a sentence that names somebody would be kept for ever',
  },
  {
    name: 'erased-event-bodies-kept',
    file: UNLINK,
    find: '  delete from event_bodies where event_id = any(array(select event_id from event))',
    replace: '  select',
    tests: [WHOSE],
    why: 'a webhook would be sent the plate after the erasure',
  },
  {
    name: 'erasure-by-lot-operator',
    file: UNLINK,
    find: `  select session_id, vehicle_id, vin_id, driver_id,
    creator_operator_id = :operator_id as is_creator,`,
    replace: `  select session_id, vehicle_id, vin_id, driver_id,
    true as is_creator,`,
    tests: [WHOSE],
    why: 'an operator could erase the customers of a rival',
  },
  {
    name: 'erasure-of-all-operators',
    file: OF_PERSON,
    find: `      and livemode = :livemode
      and :operator_id in (operator_id, creator_operator_id)
      and (status in ('completed', 'expired') or status = 'payment_failed' and :is_late::boolean)`,
    replace: `      and livemode = :livemode
      and :operator_id is not null
      and (status in ('completed', 'expired') or status = 'payment_failed' and :is_late::boolean)`,
    tests: [WHOSE],
    why: 'an operator could erase the customers of a rival',
  },
  {
    name: 'erased-vehicle-number-kept',
    file: FORGET,
    find: 'update vehicles set vehicle_id = default',
    replace: 'update vehicles set vehicle_id = vehicle_id',
    tests: [WHOSE],
    why: 'audit rows of the erased stays would lead to the plate',
  },
  {
    name: 'erasure-while-parked',
    file: FINISH,
    find: '  select :is_last::boolean is not true\n    or exists (',
    replace: '  select :is_last::boolean is not true\n    or false and exists (',
    tests: [UNDER_WAY],
    why: 'an erasure would be called done while the plate is stored',
  },
  {
    name: 'erasure-subject-kept',
    file: FINISH,
    find: 'subject = case when is_waiting then subject end',
    replace: 'subject = subject',
    tests: [ERASURES],
    why: 'the table of erasures would be a list of those who asked to be forgotten',
  },
];
