-- Puts the rows that were held back into their raw table again, in the same transaction.
insert into "$table" select * exclude (place) from held_back;
