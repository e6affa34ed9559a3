import type { TestDatabase } from '../../stage/database.ts';

/** The audit actions and events of a thing, each as often as it happened. */
type Traces = { audited: string[]; announced: string[] };

/** Everything in a database that a tidying job may change, under the names it was made with. */
export type Books = {
  /** By plate. Money in cents. */
  stays: Record<
    string,
    Traces & {
      status: string;
      /** Whether it ended exactly at its expected end; null: it is under way. */
      is_at_end: boolean | null;
      cost: number | null;
      fee: number | null;
      captured: number | null;
      refunded: number;
      fee_refunded: number;
    }
  >;
  /** By reason. */
  refunds: Record<
    string,
    { status: string; amount: number; fee: number; paid: number | null; audited: string[] }
  >;
  /** By plate. */
  holds: Record<string, { status: string; activated: number; audited: string[] }>;
  /** By name. */
  lots: Record<
    string,
    Traces & {
      taken: number;
      held: number;
      free_labels: string[];
      rate: number;
      rate_unit: string;
      max_daily: number | null;
      to_come: number;
    }
  >;
  /** Rows that belong to nothing, and counts that are wrong. */
  strays: string[];
};

const audited = (condition: string) => `
  array(
    select action || case actor_type when 'system' then ' by ' || actor_id else '' end
    from audit_log where ${condition} order by 1) as audited`;
/** Which thresholds a lot crosses depends on the order in which its stays end. */
const announced = (entity: string) => `
  array(
    select type from events
    where entity_id = ${entity} and type <> 'occupancy.changed' order by 1) as announced`;

const READERS = {
  stays: `
    select plate as name, status, ended_at = expected_end as is_at_end,
      subtotal_minor::integer as cost, platform_fee_minor::integer as fee,
      (select amount_minor::integer from simulated_captures
       where payment_intent_id = session_details.payment_intent_id) as captured,
      refunded_minor::integer as refunded, fee_refunded_minor::integer as fee_refunded,
      ${audited('entity_id = session_id')}, ${announced('session_id')}
    from session_details`,
  refunds: `
    select reason as name, status, amount_minor::integer as amount, fee_minor::integer as fee,
      (select amount_minor::integer from simulated_refunds where refund_key = refund_id) as paid,
      ${audited("diff #>> '{after,refund_id}' = refund_id")}
    from refunds`,
  holds: `
    select plate as name, status, activated_count as activated, ${audited('entity_id = hold_id')}
    from hold_details`,
  lots: `
    select name, taken_spaces as taken, held_spaces as held,
      array(select label from unnest(free_labels) as label order by 1) as free_labels,
      rate_minor::integer as rate, rate_unit, max_daily_minor::integer as max_daily,
      jsonb_array_length(scheduled_rates) as to_come,
      ${audited('entity_id = lot_id::text')}, ${announced('lot_id::text')}
    from lots`,
};

const STRAYS = `
  with entity as (
    select session_id as entity_id from sessions
    union all select hold_id from holds
    union all select lot_id::text from lots
    union all select key_id from api_keys
  )
  select 'audit row ' || action || ' of ' || entity_id as stray from audit_log
  where entity_id not in (select entity_id from entity)
  union all
  select 'event ' || type || ' of ' || entity_id from events
  where entity_id not in (select entity_id from entity)
  union all
  select 'capture of ' || payment_intent_id || ' at ' || amount_minor from simulated_captures
  where not is_canceled and (payment_intent_id, amount_minor) not in (
    select payment_intent_id, subtotal_minor from sessions where status <> 'active')
  union all
  select 'refund ' || refund_key || ' of ' || amount_minor from simulated_refunds
  where (refund_key, payment_intent_id, amount_minor) not in (
    select refund_id, payment_intent_id, amount_minor from refunds join sessions using (session_id))
  union all
  select 'lot ' || name || ' counts ' || taken_spaces || ' taken, ' || held_spaces || ' held'
  from lots
  where taken_spaces <> (
      select count(*) from sessions where lot_id = lots.lot_id and status = 'active')
    or held_spaces <> (
      select coalesce(sum(space_count - activated_count), 0) from holds
      where lot_id = lots.lot_id and status = 'held')`;

/** The present books. Two things of one kind with the same name are a fault of the test. */
export async function readBooks({ sql }: Pick<TestDatabase, 'sql'>): Promise<Books> {
  const read = async (reader: keyof typeof READERS) => {
    const rows = await sql<{ name: string }>(READERS[reader]);
    const named = Object.fromEntries(rows.map(({ name, ...row }) => [name, row]));
    if (Object.keys(named).length < rows.length) throw new Error(`${reader} share a name`);
    return named;
  };
  const [stays, refunds, holds, lots] = await Promise.all([
    read('stays'),
    read('refunds'),
    read('holds'),
    read('lots'),
  ]);
  return { stays, refunds, holds, lots, strays: await findStrays({ sql }) } as Books;
}

/** Rows that belong to nothing, and counts that are wrong. */
export async function findStrays({ sql }: Pick<TestDatabase, 'sql'>): Promise<string[]> {
  return (await sql<{ stray: string }>(STRAYS)).map(({ stray }) => stray);
}

/** A closed stay with a fee of 10 %, and the audit rows and events given. */
export function closedStay(
  status: string,
  cost: number,
  traces: Traces,
  more: Partial<Books['stays'][string]> = {},
): Books['stays'][string] {
  const fee = Math.round(cost / 10);
  const money = { cost, fee, captured: cost, refunded: 0, fee_refunded: 0 };
  return { status, is_at_end: status === 'expired', ...money, ...traces, ...more };
}

/** An unchanged lot without vehicles. */
export function quietLot(
  rate: number,
  more: Partial<Books['lots'][string]> = {},
): Books['lots'][string] {
  return {
    taken: 0,
    held: 0,
    free_labels: [],
    rate,
    rate_unit: 'hour',
    max_daily: null,
    to_come: 0,
    audited: ['lot.created by test'],
    announced: [],
    ...more,
  };
}
