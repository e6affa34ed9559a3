import { notFound } from '../../kit/errors.ts';
import { type ListedRow, type Page, readCursor, toPage } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { CallCount } from '../calls/list-calls.ts';
import type { OperatorRecord } from './operator.ts';

/** What an operator has is counted so far. */
export const COUNTED_MAX = 1_000;
const OPERATOR_ID = /^op_[0-9a-z]+$/;

type Described = Pick<OperatorRecord, 'name' | 'plan' | 'createdAt'> & {
  operatorId: string;
  /** Whether its lots of the live mode are listed. */
  isChecked: boolean;
};

/** Numbers of things of both modes; null: more than COUNTED_MAX. Calls are those of this day. */
export type ListedOperator = Described & {
  lotCount: number | null;
  keyCount: number | null;
  memberCount: number | null;
  callCount: number;
  /** Of them those beyond a budget. */
  limitedCount: number;
};

/** The same of one operator, all counted, and what it was charged in this month, US cents. */
export type OperatorUse = Described &
  CallCount & {
    lotCount: number;
    testLotCount: number;
    keyCount: number;
    memberCount: number;
    chargedCents: number;
  };

/**
 * A page of all operators, newest first. `name`: a part of theirs; null for all. Errors:
 * BAD_REQUEST naming `cursor`.
 */
export async function listAllOperators(
  db: Querier,
  { name, cursor, limit }: { name: string | null; cursor: string | null; limit: number },
): Promise<Page<ListedOperator>> {
  const rows = await db.query<ListedOperator & ListedRow>('operators_list_page', {
    name,
    countMax: COUNTED_MAX,
    ...readCursor(cursor, OPERATOR_ID),
    rowLimit: limit + 1,
  });
  return toPage(rows, limit, { idOf: (row) => row.operatorId, read: (row) => row });
}

/** What one operator has and uses. `operatorId` may be any text. Errors: NOT_FOUND. */
export async function findOperatorUse(db: Querier, operatorId: string): Promise<OperatorUse> {
  if (!OPERATOR_ID.test(operatorId)) throw notFound('operator');
  const [found] = await db.query<OperatorUse>('operators_find_use', { operatorId });
  if (found === undefined) throw notFound('operator');
  return found;
}
