import type { Parking } from './parking.ts';

const DAY_MINUTES = 24 * 60;

/** What the stays of mandates cost by day and month, added up from the stays themselves. */
const FROM_STAYS = `
  select mandate_id, period, starts_on, limit_minor, sum(cost_minor)::bigint as authorised_minor
  from (
    select stay.mandate_id, coalesce(subtotal_minor, estimated_minor) as cost_minor, counted.*
    from sessions as stay
    join mandates as mandate using (mandate_id)
    cross join lateral (values
      ('day', (started_at at time zone timezone)::date, max_per_day_minor),
      ('month', date_trunc('month', started_at at time zone timezone)::date, max_per_month_minor)
    ) as counted (period, starts_on, limit_minor)
    where limit_minor is not null
  ) as stays
  group by 1, 2, 3, 4`;

/**
 * Days and months of a mandate (null: of all) whose counts differ from the sum of their stays. All
 * is well when there are none.
 */
export function miscounted({ database }: Parking, mandateId: string | null): Promise<object[]> {
  return database.sql(
    `select mandate_id, period, starts_on, kept.authorised_minor as counted,
       found.authorised_minor as found
     from (${FROM_STAYS}) as found
     full join mandate_periods as kept using (mandate_id, period, starts_on)
     where coalesce(kept.authorised_minor, 0) <> coalesce(found.authorised_minor, 0)
       and mandate_id = coalesce($1, mandate_id)`,
    [mandateId],
  );
}

/**
 * Lets whole days pass: moves all stored instants back, and the counts of days with them. Days of
 * different months can so become days of one, which may then have more than its limit: it is past.
 */
export async function passDays(parking: Parking, days: number): Promise<void> {
  await parking.passMinutes(days * DAY_MINUTES);
  await parking.database.sql('delete from mandate_periods');
  await parking.database.sql(
    `insert into mandate_periods (mandate_id, period, starts_on, authorised_minor, limit_minor)
     select mandate_id, period, starts_on, authorised_minor,
       greatest(limit_minor, authorised_minor)
     from (${FROM_STAYS}) as found`,
  );
}
