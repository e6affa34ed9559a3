-- Until the transaction ends nobody else makes an operator, or asks for this lock. Reading goes on.
lock table operators in share row exclusive mode;
