import type { Principal } from '../../access/principals/principal.ts';
import { type RateColumn, withRate } from '../../tariffs/rate-columns.ts';
import { type Hold, type HoldStatus, NO_INTENT } from './hold.ts';

/** A hold as the queries that read one return it. */
export type HoldRow = Omit<Hold, 'rate' | 'status'> &
  RateColumn & { creatorOperatorId: string; statusNow: HoldStatus };

/**
 * The hold as a caller sees it. The operator of the lot sees which plate comes and what it needs,
 * but not the VIN, the creator's words, the place they name or the price limit.
 */
export function toHold(row: HoldRow, { operatorId }: Pick<Principal, 'operatorId'>): Hold {
  const { creatorOperatorId, statusNow, ...read } = withRate(row);
  const isCreator = creatorOperatorId === operatorId;
  const { features } = row.parsed;
  return {
    ...read,
    status: statusNow,
    vin: isCreator ? row.vin : null,
    intent: isCreator ? row.intent : null,
    parsed: isCreator ? row.parsed : { ...NO_INTENT, features },
  };
}
