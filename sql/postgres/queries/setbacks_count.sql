-- By job, how many things failed and are to be tried again, and how many were given up. Failures in
-- the test mode are rehearsals and do not count.
select
  job,
  count(retry_at)::integer as retrying,
  (count(*) - count(retry_at))::integer as given_up
from setbacks
where livemode
group by job
order by job;
