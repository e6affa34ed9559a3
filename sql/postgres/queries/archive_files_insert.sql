-- From here on the rows of the file count as those of the archive. Fails when the file does not
-- begin with the batch after the last file of its source.
insert into archive_files (
  source, first_batch, last_batch, first_tx, first_id, last_tx, last_id, row_count, file_name,
  byte_count, sha256)
values (
  :source::text,
  (
    select batch
    from (
      select coalesce((
        select last_batch from archive_files where source = :source::text
        order by archive_files.first_batch desc limit 1), 0) + 1 as batch
    ) as next
    where batch = :first_batch::integer
  ),
  :last_batch::integer, :first_tx::xid8, :first_id::bigint, :last_tx::xid8, :last_id::bigint,
  :row_count::bigint, :file_name::text, :byte_count::bigint, :sha256::text);
