-- Null where there is none, and while a courier has it.
create or replace function next_attempt_at(delivery deliveries, current_round integer)
returns timestamptz
language sql stable parallel safe
return case
  when delivery.status = 'pending' and delivery.round = current_round
    and (delivery.lease is null or delivery.lease_ends_at <= now())
    then delivery.due_at end;
