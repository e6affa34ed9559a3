create or replace trigger processor_movements_book_fees after insert on processor_movements
  referencing new table as added for each statement execute function book_processor_fees();
