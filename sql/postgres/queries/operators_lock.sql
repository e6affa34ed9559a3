-- Until the transaction ends, no other transaction adds an operator or takes this lock. Reading
-- goes on.
lock table operators in share row exclusive mode;
