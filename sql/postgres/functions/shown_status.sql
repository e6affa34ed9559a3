-- How a delivery is shown. What waits in an earlier round of its webhook is not sent any more.
create or replace function shown_status(delivery deliveries, current_round integer) returns text
language sql stable parallel safe
return case when delivery.status = 'pending' and delivery.round < current_round then 'canceled'
  else delivery.status end;
