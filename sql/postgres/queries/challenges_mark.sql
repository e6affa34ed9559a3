-- Writes down how a challenge ended: :failure says why the address is not proven, null: it is.
-- Nothing changes where it was proven meanwhile.
-- :as_of is null for the database's clock.
update webhook_addresses
set
  verified_at = case when :failure::text is null then coalesce(:as_of::timestamptz, now()) end,
  due_at = case when :failure::text is null then null else due_at end,
  failure = :failure
where operator_id = :operator_id and livemode = :livemode and url = :url and verified_at is null;
