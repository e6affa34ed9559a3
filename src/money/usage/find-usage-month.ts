import type { Principal } from '../../access/principals/principal.ts';
import { AppError, badField } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { monthName } from './month.ts';

/** The answers of one endpoint that were charged at one price. */
type UsageLine = {
  /** The path of the endpoint. */
  endpoint: string;
  unitCents: number;
  quantity: number;
  /** `unitCents` x `quantity`. */
  amountCents: number;
};

/** A month (UTC) of an operator's usage in one mode: [from, to). */
type UsageMonth = {
  operatorName: string;
  from: Date;
  to: Date;
  /** When the month was closed; nothing above and below changes from then on. Null: still open. */
  closedAt: Date | null;
  lines: UsageLine[];
  queryCount: number;
  totalCents: number;
  /** Everything up to this instant is included. */
  asOf: Date;
};

type Row = {
  operatorName: string;
  createdAt: Date;
  closedAt: Date | null;
  now: Date;
  toAt: Date;
} & ({ endpoint: null } | LineRow);
type LineRow = { endpoint: string; unitCents: number; quantity: number; amountCents: number };

/**
 * One month of the caller's operator in its mode. `from` is the first instant of the month (UTC).
 * Errors: BAD_REQUEST naming `month` when it has not begun; NOT_FOUND when it was over before the
 * operator existed.
 */
export async function findUsageMonth(
  db: Querier,
  { operatorId, livemode }: Principal,
  from: Date,
): Promise<UsageMonth> {
  const rows = await db.query<Row>('usage_find_month', {
    operatorId,
    livemode,
    fromAt: from,
  });
  const [first] = rows;
  if (first === undefined) throw new Error(`operator ${operatorId} is gone`);
  const { operatorName, createdAt, closedAt, now } = first;
  if (from > now) throw badField('month', `begins in the future; this month is ${monthName(now)}`);
  if (first.toAt <= createdAt)
    throw new AppError('NOT_FOUND', `there is no usage before ${monthName(createdAt)}`);
  const lines = rows.flatMap((row) => (row.endpoint === null ? [] : [toLine(row)]));
  return {
    operatorName,
    from,
    to: first.toAt,
    closedAt,
    lines,
    queryCount: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    totalCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    asOf: now,
  };
}

function toLine({ endpoint, unitCents, quantity, amountCents }: LineRow): UsageLine {
  return { endpoint, unitCents, quantity, amountCents };
}
