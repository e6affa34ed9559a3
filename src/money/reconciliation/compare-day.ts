import { toRecord } from '../../stores/row-names.ts';
import type { Compared, Day } from './compared.ts';
import type { Difference } from './finding.ts';
import { listHeld } from './read-books.ts';

/**
 * Compares the processor's books of a day, as far as they are noted, with the ledger, and stores
 * what differs. What differed before and no longer does is settled. Returns how much differs.
 */
export async function compareDay(deps: Compared, day: Day): Promise<number> {
  const { db, payments } = deps;
  const held = await listHeld(deps, day);
  const named = { livemode: day.livemode, day: day.day };
  const [judged] = await db.query<{ isLate: boolean }>('reconciled_days_judge', named);
  const asked = {
    ...named,
    isLate: judged?.isLate ?? false,
    intentPattern: payments.books.intentPattern,
  };
  const differences = [
    ...(await db.query<Difference>('payments_compare', {
      ...asked,
      held: JSON.stringify(held.map(toRecord)),
    })),
    ...(await db.query<Difference>('refunds_compare', asked)),
  ];
  await db.query('findings_note', {
    ...day,
    differences: JSON.stringify(differences.map(toRecord)),
    heldCount: held.length,
  });
  return differences.length;
}
