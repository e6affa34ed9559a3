-- Notes that the processor's books of a day were read to the end.
insert into reconciled_days (livemode, day, read_at) values (:livemode, :day::date, :now)
on conflict (livemode, day) do update set read_at = greatest(reconciled_days.read_at, :now);
