-- Whether what the processor's books lack of a day by now is not going to come: they and those of
-- the day after were read two days after its end.
select count(*) = 2 as is_late
from reconciled_days
where livemode = :livemode and day in (:day::date, :day::date + 1)
  and read_at >= (:day::date + 3)::timestamp at time zone 'UTC';
