-- The last statement of a publication: once it commits, readers see what was written before it.
-- :watermark_tx and :watermark_id are those of the last audit row included. :as_of is the instant
-- at which the windows end.
insert into marts.publication (publication_id, watermark_tx, watermark_id, as_of, published_at)
values (:publication_id, :watermark_tx, :watermark_id, :as_of, now())
on conflict (is_only) do update set
  publication_id = excluded.publication_id, watermark_tx = excluded.watermark_tx,
  watermark_id = excluded.watermark_id, as_of = excluded.as_of,
  published_at = excluded.published_at;
