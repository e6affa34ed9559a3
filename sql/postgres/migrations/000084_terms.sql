-- The posted tariff or plain rate of a lot, as JSON: market rates of other hours and durations are
-- computed from it. Rewrites no table.
alter table marts.market_rate_by_lot add column if not exists terms text;
