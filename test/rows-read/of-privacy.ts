import { far, few, idOf, PLATE, type Sample, storedPlate, upTo, type Values } from './sample.ts';

const SUBJECT = { vehicle_id: 2, driver_ids: [], is_late: false };
const WRAPPED = Buffer.alloc(60);
const SEALED = { plates: [storedPlate(1)], plain_plates: ['P1'] };
const FINISHING = {
  erasure_id: 'era_1',
  latest_at: new Date(),
  is_last: true,
  session_count: 1,
  hold_count: 1,
};
const PAGE: Values = {
  after_session_us: null,
  after_session_id: null,
  after_hold_us: null,
  after_hold_id: null,
  row_limit: 100,
};
const STAYS = [3, 4, 5].map((n) => idOf('ses', n * 10));
const HOLDS = [3, 4, 5].map((n) => idOf('hold', n * 10));

/** Statements about what is erased, and for how long it is kept. */
export const OF_PRIVACY: Record<string, Sample> = {
  erasures_insert: few(
    { erasure_id: 'era_new', kind: 'plate', ...PLATE, subject: null, wait_days: 7 },
    {
      ...{ erasure_id: 'era_new', kind: 'email', subject: 'A@b', wait_days: 7 },
      ...{ plate: null, plain_plate: null, idempotency_key: null },
    },
  ),
  erasures_find: few({ erasure_id: 'era_1' }),
  erasures_list_page: few({}, far('era_5')),
  erasures_cancel: few({ erasure_id: 'era_1' }),
  erasures_list_due: few({ job: 'erase-persons' }),
  erasures_list_waiting: few({ is_now: false, after_id: '' }, { is_now: true, after_id: 'era_5' }),
  erasures_count_waiting: upTo(['erasures'], 'counts those that wait, for a command', {
    is_now: true,
  }),
  erasures_lock: few({ erasure_id: 'era_1', is_now: true, days_max: 30 }),
  erasures_finish: few({ ...FINISHING, ...SUBJECT }, { ...FINISHING, ...SUBJECT, is_last: false }),
  stays_of_person: few(
    { ...SUBJECT, row_limit: 500 },
    { ...SUBJECT, vehicle_id: null, driver_ids: [1, 2], row_limit: 500 },
  ),
  stays_of_operator: few(PAGE),
  persons_unlink: few(
    { session_ids: STAYS, hold_ids: HOLDS, is_late: false, is_leaving: false },
    { session_ids: STAYS, hold_ids: HOLDS, is_late: true, is_leaving: true },
  ),
  persons_lock: few({ vehicle_ids: [2], vin_ids: [1], driver_ids: [1] }),
  persons_forget: few(
    { vehicle_ids: [2], vin_ids: [1], driver_ids: [1] },
    { vehicle_ids: [], vin_ids: [], driver_ids: [] },
  ),
  holds_list_of_plate: few(PLATE),
  plate_traces_find: few({ ...PLATE, session_ids: STAYS }),
  erasures_list_plain: upTo(['erasures'], 'reads those that wait, for a command'),
  erasures_seal: few({ erasure_ids: ['era_1'], ...SEALED }),
  plate_keys_insert: few({ wrapped: WRAPPED }),
  plate_keys_rewrap: few({ wrapped: WRAPPED, was: WRAPPED }),
  plates_finish_sealing: upTo(
    ['vehicles', 'shown_plates', 'erasures', 'event_bodies'],
    'looks for plates that are plain, for a command',
  ),
  shown_plates_list_plain: upTo(['shown_plates'], 'looks for plates that are plain', {
    after_id: '',
  }),
  shown_plates_seal: few({
    entity_ids: STAYS.slice(1),
    shown_plates: [storedPlate(1)],
    plain_shown_plates: ['P 1'],
  }),
  vehicles_list_plain: upTo(['vehicles'], 'looks for plates that are plain', { after_id: 0 }),
  vehicles_seal: few({ vehicle_ids: [2], ...SEALED }),
  refunds_list_of: few({ session_ids: STAYS }),
  operators_close: upTo(
    ['api_keys', 'members', 'invitations', 'sign_ins'],
    'ends the keys of an operator and removes its members, which may be many',
  ),
  operators_forget: few(),
  operators_measure: upTo(['holds', 'lots', 'api_keys'], 'counts, for a command'),
  lots_delist: upTo(['lots', 'local_events'], 'changes many lots, for a command', {
    row_limit: 500,
  }),
  holds_list_ahead: upTo(['holds'], 'reads the holds that stand, for a command', {
    row_limit: 500,
  }),
};
