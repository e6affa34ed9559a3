-- What so many minutes cost by a posted rate, in whole minor units, as the product bills them: an
-- hourly rate by started steps, each line rounded half up, with a day maximum (null: none) in lines
-- of 24 hours; a daily rate by started days.
create macro list_price(minutes, rate_minor, rate_unit, step_minutes, max_daily_minor) as
  case
    when rate_minor is null then null
    when rate_unit = 'day'
      then ((minutes + 1_439) // 1_440) * least(rate_minor, max_daily_minor)
    when max_daily_minor is null then hourly_price(minutes, rate_minor, step_minutes)
    else (minutes // 1_440) * least(hourly_price(1_440, rate_minor, 1), max_daily_minor)
      + least(hourly_price(minutes % 1_440, rate_minor, step_minutes), max_daily_minor)
  end;
