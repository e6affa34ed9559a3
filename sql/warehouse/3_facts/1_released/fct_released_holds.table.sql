-- One row per hold that ended before all of its spaces were redeemed: the spaces that stood empty
-- for it, and when. The times are the same where it was canceled before it began.
create table fct_released_holds (
  batch integer not null,
  audit_id bigint not null,
  hold_id varchar not null,
  lot_id uuid not null,
  livemode boolean not null,
  space_count integer not null,
  starts_at timestamptz not null,
  ended_at timestamptz not null
);
