import { isDeepStrictEqual } from 'node:util';
import type { ShownAudit } from '../../../src/access/audit/list-audit.ts';
import { type Members, toWords } from './audit-words.ts';

/** The diff of an audit row as v1 shows it; each other member says more of what was done. */
type AuditDiff = { before?: Members | null; after?: Members; [more: string]: unknown };

/** Actions that make something: before there was nothing, and all that it has is new. */
const MADE: ReadonlySet<string> = new Set([
  ...['operator.created', 'key.created', 'agent.registered', 'lot.created', 'local_event.created'],
  ...['webhook.created', 'session.created', 'session.imported', 'hold.created', 'refund.created'],
  'payment_account.created',
]);

const isUnderWay = () => ({ ended_at: null, subtotal_minor: null, platform_fee_minor: null });
const isPending = () => ({ status: 'pending' });

/** What must have been before, where the rows of an action do not say it. */
const KNOWN_BEFORE: Readonly<Record<string, (after: Members) => Members>> = {
  'session.closed': isUnderWay,
  // The same action, until migration 22.
  'session.ended': isUnderWay,
  'refund.succeeded': isPending,
  'refund.failed': isPending,
  'hold.activated': ({ activated_count: count }) => ({
    status: 'held',
    activated_count: Number(count) - 1,
  }),
};

/**
 * `before` and `after` of an audit row: the members that changed, the same ones in both, in the
 * names and units of the API. Beside them stands what else the row says: the currency of amounts,
 * what did not change, and what older rows say only as it was afterwards. Where the row is about no
 * change, there is neither.
 */
export function presentDiff({ action, diff, currency }: ShownAudit): AuditDiff {
  const { before, after, ...beside } = diff as AuditDiff;
  const written = { ...(currency !== null && { currency }), ...after };
  const inWords = (members: Members) => toWords(members, written.currency);
  const stated = inWords(written);
  if (MADE.has(action)) return { ...inWords(beside), before: null, after: stated };
  const known = KNOWN_BEFORE[action]?.(written);
  if (known === undefined && before === undefined) return { ...inWords(beside), ...stated };
  return { ...inWords(beside), ...compare(inWords({ ...known, ...before }), stated) };
}

function compare(was: Members, stated: Members): AuditDiff {
  const names = Object.keys(stated);
  const known = names.filter((name) => name in was);
  const changed = known.filter((name) => !isDeepStrictEqual(was[name], stated[name]));
  const beside = names.filter((name) => !known.includes(name));
  return { ...pick(stated, beside), before: pick(was, changed), after: pick(stated, changed) };
}

function pick(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(names.map((name) => [name, members[name]]));
}
