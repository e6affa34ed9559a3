-- What is wrong with an instant, as such or as text; null when nothing is. PostgreSQL takes no
-- others for stays, holds and counts.
create macro fault_instant(member, value, is_needed := true) as
  case
    when value is null then if(is_needed, member || ' is missing', null)
    when not coalesce(
      try_cast(value as timestamptz) >= timestamptz '1970-01-01 00:00:00+00'
        and try_cast(value as timestamptz) < timestamptz '2200-01-01 00:00:00+00',
      false)
      then member || ' is no instant from 1970 to 2199'
  end;
