-- How many more lots an operator may add in one mode; null: any number.
create or replace function lots_left(of_operator text, in_livemode boolean, lots_max integer)
returns integer
language plpgsql volatile as $$
begin
  if lots_max is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('lots of ' || of_operator, 0));
  return greatest(0, lots_max - (
    select count(*) from lots
    where operator_id = of_operator and livemode = in_livemode and deleted_at is null));
end $$;
