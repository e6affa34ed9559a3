-- The ledger has all stays now: what was captured in a month is counted from it, and payouts are
-- read from it.
drop table ledger_filled;
drop trigger sessions_count_captured on sessions;
drop trigger sessions_count_captured_new on sessions;
drop function count_captured();
drop function count_captured_new();
