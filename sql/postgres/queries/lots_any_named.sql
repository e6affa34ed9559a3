-- Whether one of these names is that of a lot that is not listed, or no longer there.
-- :keys are names without case, accents, spaces and signs.
-- Keeps its plan.
select exists (
  select from lots
  where name_key(name) = any((select :keys::text[])::text[])
    and livemode = :livemode
    and (not is_listed or deleted_at is not null)
) as is_hidden;
