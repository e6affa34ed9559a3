-- Takes the rows that are held back out of their raw table.
delete from "$table" where rowid in (select place from held_back);
