-- A plain rate as processes of the version before read it: written beside the tariff and not read.
-- They go with the next version.
rate_minor, rate_unit, billing_step_minutes, max_daily_minor, has_no_daily_max
