-- outside a transaction

create index concurrently if not exists sessions_unauthorized on sessions (authorize_by)
where authorize_by is not null and status = 'active';

create index concurrently if not exists sessions_unauthorized_by_lot on sessions (lot_id)
where authorize_by is not null and status = 'active';

alter table sessions validate constraint sessions_status_check;
alter table sessions validate constraint sessions_canceled;
