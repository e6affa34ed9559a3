import type { TestDatabase } from '../../stage/database.ts';

/**
 * Cuts the search log into days, from `days` days ago until a week from now, as if every search had
 * been logged when it was made. Older searches go to the default partition. Whatever partitions
 * are there make way: they were cut when the template was migrated, which may have been yesterday.
 */
export async function cutIntoDays({ sql }: Pick<TestDatabase, 'sql'>, days: number): Promise<void> {
  await sql(`
    create table every_search as select * from search_log;
    update every_search set logged_at = at;
    do $$
    declare
      partition regclass;
      day timestamptz;
      name text;
    begin
      for partition in select search_log_days.partition from search_log_days() loop
        execute format('drop table %s', partition);
      end loop;
      truncate search_log_default;
      for day in
        select generate_series(
          date_trunc('day', now(), 'UTC') - interval '${days} days',
          date_trunc('day', now(), 'UTC'), interval '1 day')
      loop
        name := 'search_log_' || to_char(day at time zone 'UTC', 'YYYYMMDD');
        execute format(
          'create table %I (like search_log including all excluding identity,
             primary key (tx, search_id))', name);
        execute format(
          'alter table search_log attach partition %I for values from (%L) to (%L)',
          name, day, day + interval '1 day');
      end loop;
    end
    $$;
    select add_search_days(7);
    insert into search_log select * from every_search;
    drop table every_search`);
}

/** How many whole days ago the oldest search in the search log was logged. */
export async function oldestSearchDay({ sql }: Pick<TestDatabase, 'sql'>): Promise<number> {
  const [oldest] = await sql<{ days: number }>(
    `select (now() at time zone 'UTC')::date - (min(logged_at) at time zone 'UTC')::date as days
     from search_log`,
  );
  return oldest?.days ?? 0;
}
