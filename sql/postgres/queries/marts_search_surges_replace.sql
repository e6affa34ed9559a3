-- Replaces all surges by those given, in one statement: readers see the old ones, then the new
-- ones. A row is valid for 5 minutes. When a surge is unchanged, its row is renewed only after half
-- of that time.
-- :rows is a JSON array of rows by column name. :as_of is the instant up to which searches were
-- counted.
with written as (
  merge into marts.search_surges as kept
  using json_to_recordset(:rows::json) as surge (livemode boolean, cell bigint, surge_pct integer)
    on (kept.livemode, kept.cell) = (surge.livemode, surge.cell)
  when not matched by target then
    insert (livemode, cell, surge_pct, until_at)
    values (surge.livemode, surge.cell, surge.surge_pct, :as_of::timestamptz + interval '5 minutes')
  when not matched by source then
    delete
  when matched and (
    kept.surge_pct <> surge.surge_pct
    or kept.until_at < :as_of::timestamptz + interval '150 seconds'
  ) then
    update set
      surge_pct = surge.surge_pct, until_at = :as_of::timestamptz + interval '5 minutes'
  returning 1
)
select count(*)::integer as row_count from written;
