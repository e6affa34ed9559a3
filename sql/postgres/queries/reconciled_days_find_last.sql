-- When a day was last compared with the processor's books, in any mode; null: never.
select max(compared_at) as compared_at from reconciled_days;
