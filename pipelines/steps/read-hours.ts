import { findOpenMinutes } from '../../src/kit/hours/ordinary-day.ts';
import { ORDINARY_DAYS } from '../../src/stores/warehouse/sources.ts';
import type { StepContext } from '../step.ts';
import { advanceModels } from './advance-models.ts';
import { drain } from './drain.ts';

/**
 * Reads opening hours of lots that were not read before: for how long a lot with them is open on an
 * ordinary day. That is written down in Postgres, where it stays, and drained. Returns how many are
 * new.
 */
export async function readHours(context: StepContext): Promise<number> {
  const { db, warehouse, observe } = context;
  const unread = (await warehouse.read('unread_hours', null)) as { openingHours: string }[];
  if (unread.length === 0) return 0;
  const hours = unread.map(({ openingHours }) => openingHours);
  await db.query('ordinary_days_insert', { hours, minutes: await findOpenMinutes(hours) });
  observe('read-hours written');
  await drain(context, ORDINARY_DAYS);
  await advanceModels(
    context,
    warehouse.contents.facts.filter(({ source }) => source === ORDINARY_DAYS.name),
  );
  return hours.length;
}
