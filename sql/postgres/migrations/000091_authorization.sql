-- Until when the driver has to authorise what the stay may cost, or it is canceled. Null: it is
-- authorised, or nothing is to be. Reads and rewrites no row of the table.
alter table sessions add column authorize_by timestamptz;
-- The most that can be captured of it; null: a version that did not keep it began the stay, or it
-- is not authorised.
alter table sessions add column authorized_minor bigint;
alter table sessions drop constraint sessions_status_check;
alter table sessions add constraint sessions_status_check check (
  status in ('active', 'ending', 'completed', 'expiring', 'expired', 'payment_failed', 'canceled'))
  not valid;
-- A stay that was not authorised costs nothing.
alter table sessions add constraint sessions_canceled check (
  status <> 'canceled' or subtotal_minor = 0 and authorize_by is not null) not valid;
