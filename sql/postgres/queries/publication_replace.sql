-- The last statement of a publication: from its commit on, readers see what was written before it.
-- $1 publication_id
-- $2 watermark_tx  transaction of the last audit row included
-- $3 watermark_id  the last audit row included
-- $4 as_of         the instant up to which the windows reach
insert into marts.publication (publication_id, watermark_tx, watermark_id, as_of, published_at)
values ($1, $2, $3, $4, now())
on conflict (is_only) do update set
  publication_id = excluded.publication_id, watermark_tx = excluded.watermark_tx,
  watermark_id = excluded.watermark_id, as_of = excluded.as_of,
  published_at = excluded.published_at;
