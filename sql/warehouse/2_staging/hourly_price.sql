-- What so many minutes cost by an hourly rate and started steps, rounded half up.
create macro hourly_price(minutes, rate_minor, step_minutes) as
  (2 * rate_minor::hugeint * ((minutes + step_minutes - 1) // step_minutes) * step_minutes + 60) //
    120;
