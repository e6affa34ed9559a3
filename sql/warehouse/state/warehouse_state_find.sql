-- One row, with as_of in ISO 8601 UTC.
select * replace (strftime(as_of at time zone 'UTC', '%Y-%m-%dT%H:%M:%S.%fZ') as as_of)
from warehouse_state;
