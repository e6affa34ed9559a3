-- No key was charged more in a month than its cap, and no request twice.
select 'key ' || key_id || ' was charged ' || sum(cost_cents) || ' of ' || spend_cap_cents as fault
from usage
join api_keys using (key_id)
group by key_id, spend_cap_cents, date_trunc('month', at at time zone 'UTC')
having sum(cost_cents) > spend_cap_cents
union all
select 'request ' || request_id || ' was charged ' || count(*) || ' times'
from usage
group by request_id
having count(*) > 1;
