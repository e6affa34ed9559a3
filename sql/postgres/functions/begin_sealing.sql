-- From the end of this transaction on, plates are written sealed. It has the tables alone: what
-- wrote a plate before it is committed, so each statement after it sees all that is stored plain,
-- and takes no plate that is stored plain for a new one.
create or replace function begin_sealing() returns void
language plpgsql set lock_timeout = '500ms' as $$
begin
  lock table vehicles, erasures in share row exclusive mode;
  update plate_keys set stage = 'sealing' where stage = 'plain';
end $$;
