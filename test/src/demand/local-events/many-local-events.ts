import type { TestDatabase } from '../../../stage/database.ts';

/**
 * Writes local events of one operator that begin an hour apart, the first of them `startHours` from
 * now, and last as long. They pass by the limit on their number.
 */
export async function addManyLocalEvents(
  { sql }: Pick<TestDatabase, 'sql'>,
  operatorId: string,
  { count, startHours = -count }: { count: number; startHours?: number },
): Promise<void> {
  await sql('alter table local_events disable trigger local_events_limit');
  await sql(
    `insert into local_events (event_id, operator_id, livemode, name, type, impact, starts_at,
       ends_at, latitude, longitude, radius_m, created_at)
     select gen_random_uuid(), $1, true, 'Many', 'other', 'low', starts_at,
       starts_at + interval '1 hour', 43.6532, -79.3832, 1000, now() - number * interval '1 minute'
     from generate_series(1, $2::integer) as number
     cross join lateral (
       select now() + make_interval(hours => $3::integer + number) as starts_at
     ) as at`,
    [operatorId, count, startHours - 1],
  );
  await sql('alter table local_events enable trigger local_events_limit');
}
