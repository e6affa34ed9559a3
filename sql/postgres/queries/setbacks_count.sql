-- What the jobs could not do so far, by job: what is to be tried again and what was given up. The
-- test world's failures are rehearsed there, so they do not count.
select
  job,
  count(retry_at)::integer as retrying,
  (count(*) - count(retry_at))::integer as given_up
from setbacks
where livemode
group by job
order by job;
