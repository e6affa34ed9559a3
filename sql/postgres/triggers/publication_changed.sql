create or replace trigger publication_changed
  after insert or update or delete on marts.publication
  for each statement execute function marts.notify_published();
