-- Whether vehicles may stay on a lot while it is closed. Else a stay, or a hold, ends before the
-- lot closes.
alter table lots add column is_overnight_allowed boolean not null default false;
