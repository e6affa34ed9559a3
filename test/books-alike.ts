type Database = { sql(text: string): Promise<object[]> };

/** Entries of stays that differ from what the stay and its refunds that were paid say. */
const DIFFERING = `
  with stay as (
    select session_id, operator_id, livemode, lot_id, currency, 1 as stays,
      subtotal_minor as owed, shortfall_minor as shortfall, platform_fee_minor as fee, 0 as refunds
    from sessions where captured_at is not null
    union all
    select session_id, refunds.operator_id, refunds.livemode, lot_id, refunds.currency, 0,
      0, 0, -fee_minor, amount_minor
    from refunds join sessions using (session_id) where refunds.status = 'succeeded'
  ),
  said as (
    select session_id, operator_id, livemode, lot_id, currency, sum(stays) as stays,
      sum(owed) as owed, sum(shortfall) as shortfall, sum(fee) as fee, sum(refunds) as refunds
    from stay group by 1, 2, 3, 4, 5
  ),
  booked as (
    select session_id, operator_id, livemode, lot_id, currency, sum(stay_count) as stays,
      -sum(driver_minor) as owed, sum(shortfall_minor) as shortfall,
      sum(platform_fee_minor) as fee, sum(refunds_minor) as refunds
    from ledger
    -- Entries stay when a test removes its stays.
    where kind <> 'processor_fee'
      and exists (select from sessions where sessions.session_id = ledger.session_id)
    group by 1, 2, 3, 4, 5
    having (sum(stay_count), sum(driver_minor), sum(refunds_minor)) <> (0, 0, 0)
  )
  (select 'not booked' as what, * from (table said except table booked) as one limit 3)
  union all
  (select 'booked', * from (table booked except table said) as one limit 3)`;

/** Months whose gross, which decides the fee of later stays, differs from the ledger's. */
const MISCOUNTED = `
  with counted as (
    select operator_id, livemode, from_at, currency, sum(gross_minor) as gross
    from captured_months group by 1, 2, 3, 4 having sum(gross_minor) <> 0
  ),
  booked as (
    select operator_id, livemode, date_trunc('month', at, 'UTC'), currency,
      -sum(driver_minor + shortfall_minor)
    from ledger
    where at >= (select from_at from captured_months_start)
    group by 1, 2, 3, 4 having sum(driver_minor + shortfall_minor) <> 0
  )
  select * from counted where from_at >= (select from_at from captured_months_start)
  except table booked limit 3`;

/** What the processor keeps, where the ledger has another amount than the processor's books. */
const OTHER_FEES = `
  with kept as (
    select movement_id, processor_fee_minor, processor_fee_currency
    from processor_movements as movement
    where processor_fee_minor <> 0 and exists (
      select from sessions
      where sessions.payment_intent_id = movement.payment_intent_id
        and sessions.livemode = movement.livemode and source <> 'import')
  ),
  booked as (
    select movement_id, processor_fee_minor, currency from ledger where kind = 'processor_fee'
  )
  (select 'not booked' as what, * from (table kept except table booked) as one limit 3)`;

/**
 * Throws where the ledger says something else than the stays and refunds, or another gross of a
 * month than the one by which fees are decided.
 */
export async function checkBooksAlike({ sql }: Database): Promise<void> {
  for (const query of [DIFFERING, MISCOUNTED, OTHER_FEES]) {
    const differing = await sql(query);
    if (differing.length > 0) throw new Error(`the ledger differs: ${JSON.stringify(differing)}`);
  }
}
