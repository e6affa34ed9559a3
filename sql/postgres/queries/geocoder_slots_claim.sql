-- Takes the next instant at which the provider may be asked: one second after the last instant
-- given to any process, or now. When that is more than :wait_ms_max milliseconds ahead, nothing is
-- taken and no row is returned.
-- Concurrent callers wait for the row and then read the clock again. An instant more than a minute
-- ahead was given by a clock that has been put back since, so it counts as now.
-- Keeps its plan.
insert into geocoder_slots as slots (slot_at)
values (clock_timestamp())
on conflict (is_only) do update
set slot_at = case
    when slots.slot_at > clock_timestamp() + interval '1 minute'
      then clock_timestamp() + interval '1 second'
    else greatest(slots.slot_at + interval '1 second', clock_timestamp())
  end
where slots.slot_at + interval '1 second'
    <= clock_timestamp() + make_interval(secs => :wait_ms_max::float8 / 1000)
  or slots.slot_at > clock_timestamp() + interval '1 minute'
returning
  greatest(0, extract(epoch from slot_at - clock_timestamp()) * 1000)::float8 as wait_ms;
