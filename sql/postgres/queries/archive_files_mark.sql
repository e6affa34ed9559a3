-- Stores what is wrong with a file of the archive; null: nothing.
update archive_files
set damage = :damage::text
where file_name = :file_name and damage is distinct from :damage::text;
