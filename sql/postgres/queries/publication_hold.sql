-- The publication stays as it is and contains everything up to :as_of. No row when readers see
-- another one.
update marts.publication
set as_of = :as_of, published_at = now()
where publication_id = :publication_id
returning publication_id;
