-- How many valid keys an operator has. Until the transaction ends, others wait here: so keys that
-- are made after counting are counted one after another, each with everything committed before.
create or replace function count_valid_keys(of_operator text) returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('keys of ' || of_operator, 0));
  return (
    select count(*) from api_keys
    where operator_id = of_operator and kind = 'key' and revoked_at is null
      and (expires_at is null or expires_at > now()));
end $$;
