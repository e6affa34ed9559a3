-- Until the transaction ends, no other transaction writes projection sites or takes this lock.
-- Reading goes on.
lock table marts.projection_sites in share row exclusive mode;
