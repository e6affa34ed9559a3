import type { TestDatabase } from '../../stage/database.ts';
import { type CreateCall, type EndCall, isDone, type Ledger, nameOf } from './session-ledger.ts';

type SessionRow = {
  session_id: string;
  plate: string;
  lot_id: string;
  status: string;
  ended_at: Date | null;
  subtotal_minor: string | null;
  audited: string[];
  announced: string[];
  remembered: string[];
  capture_count: number;
};

/** Cents per dollar; the lots' currency is dollars. */
const MINOR_PER_UNIT = 100;

/** The rows that belong to a session in each status; `captures` are the allowed counts. */
const TRACES: Record<string, { audited: string[]; announced: string[]; captures: number[] }> = {
  active: { audited: ['session.created'], announced: ['session.created'], captures: [0] },
  ending: {
    audited: ['session.closed', 'session.created'],
    announced: ['session.created'],
    captures: [0, 1],
  },
  completed: {
    audited: ['payment.completed', 'session.closed', 'session.created'],
    announced: ['payment.completed', 'session.created', 'session.ended'],
    captures: [1],
  },
};

const SESSIONS = `
  select
    session_id, plate, lot_id, status, ended_at, subtotal_minor,
    array(select action from audit_log where entity_id = session_id order by 1) as audited,
    array(select type from events where entity_id = session_id order by 1) as announced,
    coalesce(remembered, '{}') as remembered,
    (select count(*)::int from simulated_captures
     where simulated_captures.payment_intent_id = sessions.payment_intent_id
       and amount_minor = subtotal_minor) as capture_count
  from sessions join vehicles using (vehicle_id) left join (
    select
      response ->> 'sessionId' as session_id,
      array_agg(operation || ' ' || idempotency_key order by operation) as remembered
    from idempotency
    group by 1) as answers using (session_id)`;

/** Rows that belong to no session, or to one in another state. */
const STRAYS = `
  select 'audit row ' || action || ' of ' || entity_id as stray from audit_log
  where action ~ '^(session|payment)\\.' and entity_id not in (select session_id from sessions)
  union all
  select 'event ' || type || ' of ' || entity_id from events
  where type ~ '^(session|payment)\\.' and entity_id not in (select session_id from sessions)
  union all
  select 'idempotency row ' || idempotency_key from idempotency
  where response ->> 'sessionId' not in (select session_id from sessions)
  union all
  select 'capture of ' || payment_intent_id || ' at ' || amount_minor from simulated_captures
  where not is_canceled and (payment_intent_id, amount_minor) not in (
    select payment_intent_id, subtotal_minor from sessions where subtotal_minor is not null)
  union all
  select 'lot ' || lot_id || ' counts ' || taken_spaces || ' taken of ' || total_spaces
  from lots
  where taken_spaces > total_spaces or taken_spaces <> (
    select count(*) from sessions where sessions.lot_id = lots.lot_id and status = 'active')`;

/**
 * All differences between the database and what the callers know; none when the service is correct.
 * A call without an answer may have been carried out completely, half (an end) or not at all.
 */
export async function findFaults(
  { sql, owner }: Pick<TestDatabase, 'sql' | 'owner'>,
  ledger: Ledger,
): Promise<string[]> {
  const sessions = await sql<SessionRow>(SESSIONS);
  for (const session of sessions) owner.plates?.openRow(session);
  const strays = await sql<{ stray: string }>(STRAYS);
  const bySession = new Map(sessions.map((session) => [session.session_id, session]));
  const ends = new Map(ledger.ends.map((call) => [call.body.session_id, call]));
  const creates = new Map(ledger.creates.map((call) => [call.body.plate, call]));
  const byPlate = Map.groupBy(sessions, (session) => session.plate);
  return [
    ...strays.map(({ stray }) => stray),
    ...ledger.creates.flatMap((call) => faultsOfCreate(call, byPlate.get(call.body.plate) ?? [])),
    ...ledger.ends.flatMap((call) => faultsOfEnd(call, bySession.get(call.body.session_id))),
    ...sessions.flatMap((session) =>
      faultsOfSession(session, creates.get(session.plate), ends.get(session.session_id)),
    ),
  ];
}

function faultsOfCreate(call: CreateCall, made: readonly SessionRow[]): string[] {
  const name = nameOf(call);
  if (made.length > 1) return [`${name} made ${made.length} sessions`];
  const [session] = made;
  if (session !== undefined && session.lot_id !== call.body.lot_id)
    return [`${name} made a session on ${session.lot_id}`];
  if (call.answer === undefined) return [];
  const expected = isDone(call.answer) ? call.answer.body.session.id : undefined;
  return session?.session_id === expected
    ? []
    : [`${name} was answered ${expected}, and there is ${session?.session_id}`];
}

function faultsOfEnd(call: EndCall, session: SessionRow | undefined): string[] {
  if (call.answer === undefined) return [];
  const name = nameOf(call);
  if (session?.status !== 'completed') return [`${name} was answered and is ${session?.status}`];
  // A repeat without a key is only answered that the session has ended.
  if (!isDone(call.answer)) return [];
  const told = call.answer.body.session;
  const isTrue =
    told.status === 'completed' &&
    Math.round(told.subtotal * MINOR_PER_UNIT) === Number(session.subtotal_minor) &&
    told.ended_at === session.ended_at?.toISOString();
  return isTrue ? [] : [`${name} was told ${call.answer.text}`];
}

function faultsOfSession(
  session: SessionRow,
  create: CreateCall | undefined,
  end: EndCall | undefined,
): string[] {
  const name = `session ${session.session_id} (${session.status})`;
  const traces = TRACES[session.status];
  if (create === undefined || traces === undefined) return [`${name} was never asked for`];
  if (end === undefined && session.status !== 'active') return [`${name} was never ended`];
  const remembered = [`createSession ${create.idempotencyKey}`];
  if (session.status === 'completed' && end?.idempotencyKey)
    remembered.push(`endSession ${end.idempotencyKey}`);
  const faults = [
    ...difference('audit rows', session.audited, traces.audited),
    ...difference('events', session.announced, traces.announced),
    ...difference('idempotency rows', session.remembered, remembered),
  ];
  if (!traces.captures.includes(session.capture_count))
    faults.push(`${session.capture_count} captures`);
  return faults.map((fault) => `${name} has ${fault}`);
}

function difference(what: string, found: readonly string[], expected: readonly string[]): string[] {
  const isSame = found.join() === expected.join();
  return isSame ? [] : [`the ${what} [${found}] instead of [${expected}]`];
}
