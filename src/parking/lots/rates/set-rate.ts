import { addMilliseconds } from 'date-fns/addMilliseconds';
import { millisecondsInDay } from 'date-fns/constants';
import { newId } from '../../../access/ids.ts';
import { actorOf, actorValues } from '../../../access/principals/actor.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { badField, notFound } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { toRecord } from '../../../stores/row-names.ts';
import { postedColumns, postedTariff } from '../../../tariffs/posted-tariff.ts';
import type { PriceRules } from '../../../tariffs/price-rules.ts';
import type { Tariff } from '../../../tariffs/tariff.ts';
import { findLot } from '../find-lot.ts';
import { refuseLongEvents } from '../long-events.ts';
import type { Lot } from '../lot-columns.ts';

const SCHEDULED_RATES_MAX = 50;
const AHEAD_DAYS_MAX = 730;

/** `tariff` null: nothing is for sale. */
export type NewRate = { tariff: Tariff | null; priceRules: PriceRules | null };

/**
 * Posts the rate of one of the caller's lots, now or from an instant on; stays under way keep their
 * rate. Returns the lot as it is afterwards. Errors: NOT_FOUND (lot), BAD_REQUEST naming
 * `effective_from`, PAYLOAD_TOO_LARGE.
 */
export async function setRate(
  db: Querier,
  caller: Principal,
  lot: Lot,
  rate: NewRate,
  { effectiveFrom, requestId }: { effectiveFrom: Date | null; requestId: string },
): Promise<Lot> {
  if (lot.operatorId !== caller.operatorId) throw notFound('lot');
  const columns = postedColumns(rate.tariff && postedTariff(rate.tariff));
  const posted = toRecord({ ...columns, rateId: newId('rate'), priceRules: rate.priceRules });
  const isLater = effectiveFrom !== null && effectiveFrom > lot.now;
  if (effectiveFrom !== null && !isLater)
    throw badField('effective_from', 'must be in the future; leave it out to post the rate now');
  if (isLater && effectiveFrom > addMilliseconds(lot.now, AHEAD_DAYS_MAX * millisecondsInDay))
    throw badField('effective_from', `must be at most ${AHEAD_DAYS_MAX} days ahead`);
  const values = {
    lotId: lot.lotId,
    livemode: caller.livemode,
    operatorId: caller.operatorId,
    posted: JSON.stringify(isLater ? {} : posted),
    scheduled: JSON.stringify(isLater ? [{ ...posted, effective_from: effectiveFrom }] : []),
    scheduledMax: SCHEDULED_RATES_MAX,
    ...actorValues(actorOf(caller, requestId)),
  };
  const rows = await refuseLongEvents(() => db.query('lot_set_rate', values));
  if (rows.length === 0 && lot.scheduledRates.length >= SCHEDULED_RATES_MAX)
    throw badField('effective_from', `a lot has at most ${SCHEDULED_RATES_MAX} scheduled rates`);
  if (rows.length === 0) throw notFound('lot');
  return findLot(db, lot.lotId, caller.livemode, caller.operatorId);
}
