import type { TestDatabase } from '../../stage/database.ts';
import { type Call, EXTENSION_MINUTES, type Wish } from './drivers.ts';

/** A stay or a hold whose time ran out, with all calls of its drivers and their answers. */
export type Raced = { id: string; calls: Call[] };

type StayRow = {
  id: string;
  status: string;
  /** From its start to its expected end and to its end, in minutes. */
  expected_minutes: number;
  stayed_minutes: number | null;
  extended_count: number;
  rate: number;
  cost: number | null;
  captured: number | null;
  ended_at: Date | null;
  audited: string[];
  announced: string[];
};
type HoldRow = {
  id: string;
  status: string;
  space_count: number;
  activated: number;
  arrived: string[];
  audited: string[];
};

const STAYS = `
  select session_id as id, status, extended_count, rate_minor::integer as rate,
    subtotal_minor::integer as cost, ended_at,
    extract(epoch from expected_end - started_at)::float8 / 60 as expected_minutes,
    extract(epoch from ended_at - started_at)::float8 / 60 as stayed_minutes,
    (select amount_minor::integer from simulated_captures
     where payment_intent_id = sessions.payment_intent_id) as captured,
    array(select action from audit_log where entity_id = session_id order by 1) as audited,
    array(select type from events where entity_id = session_id order by 1) as announced
  from sessions where session_id = any($1)`;

const HOLDS = `
  select hold_id as id, status, space_count, activated_count as activated,
    array(select session_id from sessions
      where sessions.hold_id = holds.hold_id and sessions.lot_id = holds.lot_id
        and sessions.status = 'active' order by 1) as arrived,
    array(select action from audit_log where entity_id = hold_id order by 1) as audited
  from holds where hold_id = any($1)`;

/** Planned minutes of every stay, unless it was extended. */
export const STAY_MINUTES = 60;

/**
 * The outcome of each, such as `stay expired`; `faults`: outcomes that no order of these calls and
 * the jobs could have caused.
 */
export async function findIllegal(
  { sql }: Pick<TestDatabase, 'sql'>,
  raced: { stays: readonly Raced[]; holds: readonly Raced[] },
): Promise<{ faults: string[]; outcomes: string[] }> {
  const idsOf = (all: readonly Raced[]) => [all.map(({ id }) => id)];
  const stayRows = await sql<StayRow>(STAYS, idsOf(raced.stays));
  const holdRows = await sql<HoldRow>(HOLDS, idsOf(raced.holds));
  const callsOf = new Map([...raced.stays, ...raced.holds].map(({ id, calls }) => [id, calls]));
  const tell = (row: StayRow | HoldRow, faults: string[]) =>
    faults.map((fault) => {
      const told = (callsOf.get(row.id) ?? []).map(
        ({ wish, answer }) => `${wish}: ${answer.status} ${answer.text}`,
      );
      return `${fault}: ${JSON.stringify(row)} after ${told.join(', ')}`;
    });
  return {
    outcomes: [
      ...stayRows.map(({ status }) => `stay ${status}`),
      ...holdRows.map(({ status }) => `hold ${status}`),
    ],
    faults: [
      ...stayRows.flatMap((row) => tell(row, faultsOfStay(row, callsOf.get(row.id) ?? []))),
      ...holdRows.flatMap((row) => tell(row, faultsOfHold(row, callsOf.get(row.id) ?? []))),
    ],
  };
}

const granted = (calls: readonly Call[], wish: Wish) =>
  calls.filter((call) => call.wish === wish && call.answer.status < 300);
const refusals = (calls: readonly Call[], wish: Wish) =>
  calls
    .filter((call) => call.wish === wish && call.answer.status >= 300)
    .map(({ answer }) => answer.body.error?.details?.reason);

function faultsOfStay(row: StayRow, calls: readonly Call[]): string[] {
  const extensions = granted(calls, 'extend').length;
  const [end, ...otherEnds] = granted(calls, 'end');
  const status = end !== undefined ? 'completed' : extensions > 0 ? 'active' : 'expired';
  const isClosed = status !== 'active';
  const extended = Array.from({ length: extensions }, () => 'session.extended');
  const traces = (end: string) =>
    [...(isClosed ? ['payment.completed', end] : []), 'session.created', ...extended].sort().join();
  const cost = status === 'active' ? null : priceOf(row);
  // After the end, the stay is read as it was while a concurrent extension is not committed yet.
  const isOver = isClosed || extensions > 0;
  const told = end?.answer.body.session;
  return failing({
    'is not as it was told': row.status === status && otherEnds.length === 0,
    'does not end when it was told':
      row.extended_count === extensions &&
      row.expected_minutes === STAY_MINUTES + extensions * EXTENSION_MINUTES,
    'was not closed at its expected end':
      status !== 'expired' || row.stayed_minutes === row.expected_minutes,
    'costs something else': row.cost === cost && row.captured === cost,
    'was told another price or end':
      told === undefined ||
      (Math.round(told.subtotal * 100) === cost && told.ended_at === row.ended_at?.toISOString()),
    'was audited otherwise': row.audited.join() === traces('session.closed'),
    'was announced otherwise': row.announced.join() === traces('session.ended'),
    'was refused without a reason':
      refusals(calls, 'extend').every((reason) => reason === 'not_active' && isOver) &&
      refusals(calls, 'end').every((reason) => reason === 'already_ended' && isClosed),
  });
}

function faultsOfHold(row: HoldRow, calls: readonly Call[]): string[] {
  const arrivals = granted(calls, 'activate').map(({ answer }) => answer.body.session.id);
  const cancels = granted(calls, 'cancel').length;
  const isUsedUp = arrivals.length === row.space_count;
  const status = isUsedUp ? 'activated' : cancels > 0 ? 'canceled' : 'expired';
  const activations = arrivals.map(() => 'hold.activated');
  const released = isUsedUp ? [] : [`hold.${status}`];
  const refused = [...refusals(calls, 'activate'), ...refusals(calls, 'cancel')];
  // After the end, the hold is read as it was while a concurrent change of it is not committed yet.
  const isTwin = arrivals.length + cancels > 0;
  const reasons = [`hold_${status}`, ...(isTwin ? ['hold_expired'] : [])];
  return failing({
    'is not as it was told': row.status === status && cancels <= 1 && !(isUsedUp && cancels > 0),
    'has other stays than it was told':
      row.activated === arrivals.length && row.arrived.join() === arrivals.sort().join(),
    'was audited otherwise':
      row.audited.join() === [...activations, 'hold.created', ...released].sort().join(),
    'was refused without a reason': refused.every((reason) => reasons.includes(reason)),
  });
}

/** Started minutes at the hourly rate, rounded half up, in exact integers. */
function priceOf({ rate, stayed_minutes }: StayRow): number {
  const minutes = BigInt(Math.max(1, Math.ceil(stayed_minutes ?? 0)));
  return Number((BigInt(rate) * minutes * 2n + 60n) / 120n);
}

function failing(claims: Record<string, boolean>): string[] {
  return Object.keys(claims).filter((claim) => !claims[claim]);
}
