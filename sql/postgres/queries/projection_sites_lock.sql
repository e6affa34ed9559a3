-- Until the transaction ends nobody else makes projection sites, or asks for this lock. Reading
-- goes on.
lock table marts.projection_sites in share row exclusive mode;
