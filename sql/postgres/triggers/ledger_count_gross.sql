create or replace trigger ledger_count_gross after insert on ledger
  referencing new table as added for each statement execute function count_gross();
