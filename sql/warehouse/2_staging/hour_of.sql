-- The instant at which the hour of an instant since 1970 began. date_trunc says the same, and takes
-- several times as long.
create macro hour_of(instant) as to_timestamp(epoch_us(instant) // 3_600_000_000 * 3_600);
