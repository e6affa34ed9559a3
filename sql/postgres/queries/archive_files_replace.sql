-- From here on another file has the same rows as :damaged_name, which is damaged.
update archive_files
set file_name = :file_name, byte_count = :byte_count::bigint, sha256 = :sha256, damage = null
where file_name = :damaged_name;
