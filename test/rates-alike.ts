type Database = { sql(text: string): Promise<object[]> };

/**
 * What each stay, hold and lot pays by its tariff where it has a plain rate in columns of its own,
 * too: the price, its unit, its billing step and its maximum. None may differ, or it would cost
 * something else than before there was one column.
 */
const DIFFERING = `
  with stored as (
    select session_id as id,
      snapshot_of(rate_snapshot, rate_minor, rate_unit, billing_step_minutes, max_daily_minor)
        #> '{tariff,terms}' as terms,
      plain_tariff(rate_minor, rate_unit, billing_step_minutes, max_daily_minor, false) as plain
    from sessions where rate_minor is not null
    union all
    select hold_id,
      snapshot_of(rate_snapshot, rate_minor, rate_unit, billing_step_minutes, max_daily_minor)
        #> '{tariff,terms}',
      plain_tariff(rate_minor, rate_unit, billing_step_minutes, max_daily_minor, false)
    from holds where rate_minor is not null
    union all
    select lot_id::text, tariff,
      plain_tariff(rate_minor, rate_unit, billing_step_minutes, max_daily_minor, false)
    from lots where rate_minor is not null or tariff ? 'plain')
  select id, terms, plain
  from stored
  where (
      terms #> '{parts,0,steps,0,price_minor}', terms #> '{parts,0,steps,0,per_minutes}',
      coalesce(terms #> '{parts,0,steps,0,billing_step_minutes}',
        terms #> '{parts,0,steps,0,per_minutes}'),
      terms #> '{maxima,0,amount_minor}', jsonb_array_length(terms -> 'parts'))
    is distinct from (
      plain #> '{parts,0,steps,0,price_minor}', plain #> '{parts,0,steps,0,per_minutes}',
      coalesce(plain #> '{parts,0,steps,0,billing_step_minutes}',
        plain #> '{parts,0,steps,0,per_minutes}'),
      plain #> '{maxima,0,amount_minor}', 1)
  limit 3`;

/** Throws where a row of the database pays by its tariff what it does not by its plain rate. */
export async function checkRatesAlike({ sql }: Database): Promise<void> {
  const differing = await sql(DIFFERING);
  if (differing.length > 0)
    throw new Error(`tariffs and plain rates differ: ${JSON.stringify(differing)}`);
}
