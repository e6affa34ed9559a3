import { createHash } from 'node:crypto';
import { CITY } from './fill.ts';

/** Values of a statement's parameters that are not as `USUAL` has them. */
export type Values = Record<string, unknown>;

export type Sample = {
  cases: Values[];
  /** Where more than `READS_MAX` rows may be looked at: how many, or all of some tables. */
  reads?: number | string[];
  because?: string;
};

/** A statement that looks at few rows, with values of each kind of call. */
export const few = (...cases: Values[]): Sample => ({ cases: cases.length > 0 ? cases : [{}] });

/** One that may look at more, for this reason. */
export const upTo = (reads: number | string[], because: string, ...cases: Values[]): Sample => ({
  ...few(...cases),
  reads,
  because,
});

export const idOf = (prefix: string, n: number) => `${prefix}_f${n.toString(16).padStart(31, '0')}`;
export const lotId = (n: number) => {
  const hex = createHash('md5').update(`lot${n}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
export const lotIds = (count: number) => Array.from({ length: count }, (_, i) => lotId(i * 3 + 1));
export const sha256 = (text: string) => createHash('sha256').update(text).digest();
export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const microsecondsAgo = (days: number) => daysAgo(days).getTime() * 1_000;
export const json = (value: unknown) => JSON.stringify(value);

/** The first page, and one far behind it. */
const FIRST = { after_us: null, after_id: null };
export const far = (afterId: string, days = 200) => ({
  after_us: microsecondsAgo(days),
  after_id: afterId,
});
/** Where a reader of an append-only table stands: at the beginning, and far behind it. */
export const POSITIONS = [
  { tx: '0', id: '0' },
  { tx: '400', id: '100000' },
];
/** A plate as the rows have it, by number, and none that is stored plain. */
export const storedPlate = (n: number) => `p1.${String(n).padStart(59, '0')}`;
export const PLATE: Values = { plate: storedPlate(2), plain_plate: null };
export const SMALL = { operator_id: 'op_78' };

/** What most statements are called with: the operator that has the most, and a page of 101. */
export const USUAL: Values = {
  livemode: true,
  operator_id: 'op_1',
  actor_type: 'key',
  actor_id: 'key_1',
  agent_platform: null,
  request_id: 'req_1',
  key_id: 'key_1',
  fleet_id: null,
  mandate_id: null,
  row_limit: 101,
  ...FIRST,
  lot_id: lotId(1),
  session_id: idOf('ses', 50_051),
  hold_id: idOf('hold', 101),
  webhook_id: 'wh_1',
  operation: 'anything',
  idempotency_key: 'new',
  body_sha256: sha256('body'),
  response: '{}',
  row_count_max: 1_000,
  created_after: null,
  created_before: null,
  box: box(0.05),
  box_beyond: null,
  vouched: [],
  as_of: null,
  ...CITY,
};

function box(degrees: number): string {
  const corner = (by: number) => `(${CITY.longitude + by},${CITY.latitude + by})`;
  return `${corner(degrees)},${corner(-degrees)}`;
}
