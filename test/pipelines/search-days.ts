import type { TestDatabase } from '../database.ts';

/**
 * Cuts the first partition of the search log into days, from `days` days ago until today, as if
 * every search had been logged when it was made. Older searches go to the default partition.
 */
export async function cutIntoDays({ sql }: Pick<TestDatabase, 'sql'>, days: number): Promise<void> {
  await sql('alter table search_log detach partition search_log_first');
  await sql(`
    do $$
    declare
      day timestamptz;
      name text;
    begin
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
    $$`);
  await sql('update search_log_first set logged_at = at');
  await sql('insert into search_log select * from search_log_first');
  await sql('drop table search_log_first');
}

/** How many whole days ago the oldest search in the search log was logged. */
export async function oldestSearchDay({ sql }: Pick<TestDatabase, 'sql'>): Promise<number> {
  const [oldest] = await sql<{ days: number }>(
    `select (now() at time zone 'UTC')::date - (min(logged_at) at time zone 'UTC')::date as days
     from search_log`,
  );
  return oldest?.days ?? 0;
}
