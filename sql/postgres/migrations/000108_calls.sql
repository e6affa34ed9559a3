-- How many calls each caller makes of which operation, by hour and by day (UTC).
create table call_counts (
  operator_id text not null,
  livemode boolean not null,
  span text not null check (span in ('hour', 'day')),
  from_at timestamptz not null,
  caller_type text not null check (caller_type in ('key', 'person', 'token')),
  caller_id text not null,
  operation text not null,
  ok_count bigint not null,
  refused_count bigint not null,
  limited_count bigint not null,
  failed_count bigint not null,
  primary key (operator_id, livemode, span, caller_id, from_at, operation)
)
-- Rows are written again every few seconds, where they are.
with (fillfactor = 70);
create index call_counts_by_age on call_counts (span, from_at);

-- Calls that were answered with an error: nothing that a caller sent.
create table call_refusals (
  request_id text primary key,
  at timestamptz not null,
  operator_id text not null,
  livemode boolean not null,
  caller_type text not null check (caller_type in ('key', 'person', 'token')),
  caller_id text not null,
  operation text not null,
  status smallint not null,
  code text not null,
  reason text,
  fields text[] not null,
  duration_ms integer not null
);
create index call_refusals_by_age on call_refusals (at);
