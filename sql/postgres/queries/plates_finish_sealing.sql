-- Notes that no plate is stored plain any more; fails where one is.
select finish_sealing();
