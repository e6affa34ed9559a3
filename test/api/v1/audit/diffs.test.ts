import { afterAll, beforeAll, expect, test } from 'vitest';
import { DispatchSchema } from '../../../../api/av-fleet/dispatch/dispatch-shape.ts';
import { AgentSchema } from '../../../../api/v1/agents/agent-shape.ts';
import { KeySchema } from '../../../../api/v1/keys/key-shape.ts';
import { LocalEventSchema } from '../../../../api/v1/local-events/local-event-shape.ts';
import { OperatorLotSchema } from '../../../../api/v1/lots/operator-lot.ts';
import { HoldSchema } from '../../../../api/v1/reserve/hold-shape.ts';
import { RefundSchema } from '../../../../api/v1/sessions/refunds/refund-shape.ts';
import { SessionSchema } from '../../../../api/v1/sessions/session-shape.ts';
import { WebhookSchema } from '../../../../api/v1/webhooks/webhook-shape.ts';
import { AUDIT_ACTIONS } from '../../../../src/access/audit/audit-actions.ts';
import { LotMembers } from '../../../../src/parking/events/lot-members.ts';
import { openEveryAction, type Row } from './every-action.ts';

let stage: Awaited<ReturnType<typeof openEveryAction>>;
let rows: Row[];

beforeAll(async () => {
  stage = await openEveryAction();
  ({ rows } = stage);
});
afterAll(() => stage.api.stop());

const diffsOf = (action: string) =>
  rows.filter((row) => row.action === action).map(({ diff }) => diff);

/** The names of all members at any depth. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Object.values(value).flatMap(namesIn);
  return Array.isArray(value) ? names : [...Object.keys(value), ...names];
}

/** The names of all properties that schemas declare at any depth. */
function wordsOf(...schemas: unknown[]): string[] {
  return schemas.flatMap((schema) => {
    if (typeof schema !== 'object' || schema === null) return [];
    const own = 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
    return [...own, ...wordsOf(...Object.values(schema))];
  });
}

const OF_STAYS = [...wordsOf(SessionSchema, RefundSchema), 'rate_id', 'refund_id', 'found_count'];
/** The members that answers have of what an action is about, and what only audit rows say. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  operator: ['name', 'plan', 'limits_end_users', 'figures_public', 'checked_at', 'checked_by'],
  key: [...wordsOf(KeySchema), 'rotated_from', 'rotated_to'],
  agent: [...wordsOf(AgentSchema), 'status'],
  lot: wordsOf(LotMembers, OperatorLotSchema),
  occupancy: ['occupied', 'at', 'count_count'],
  local_event: [...wordsOf(LocalEventSchema), 'deleted_at'],
  webhook: [
    ...wordsOf(WebhookSchema),
    ...['deleted_at', 'delivery_id', 'since', 'until', 'delivery_count'],
  ],
  lots: ['found_count', 'has_more'],
  dispatcher: ['action', 'found_count', 'has_more', 'status'],
  session: [...OF_STAYS, 'at'],
  payment: OF_STAYS,
  refund: OF_STAYS,
  hold: [...OF_STAYS, ...wordsOf(HoldSchema, DispatchSchema), 'dispatch_id'],
};

test('each action is among those that are compared here', () => {
  const done = new Set(rows.map(({ action }) => action));
  expect([...done].sort()).toEqual(Object.keys(AUDIT_ACTIONS).sort());
});

test('before and after have the same members, and only those that changed', () => {
  for (const { action, diff } of rows) {
    const { before, after } = diff;
    expect(before === undefined, action).toBe(after === undefined);
    if (before === undefined || before === null || after === undefined) continue;
    expect(Object.keys(before).sort(), action).toEqual(Object.keys(after).sort());
    for (const [name, value] of Object.entries(after))
      expect(before[name], `${action} ${name}`).not.toEqual(value);
  }
});

test('what was made was nothing before, and only that', () => {
  const made = rows.filter(({ diff }) => diff.before === null).map(({ action }) => action);
  const named = Object.keys(AUDIT_ACTIONS).filter((action) =>
    /created$|imported$|regi/.test(action),
  );
  expect([...new Set(made)].sort()).toEqual(
    named.filter((action) => action !== 'occupancy.imported').sort(),
  );
});

test.each(Object.keys(WORDS))('%s: all members are in the words of its answers', (noun) => {
  const about = rows.filter(({ action }) => action.startsWith(`${noun}.`));
  expect(about).not.toEqual([]);
  const words = [...(WORDS[noun] ?? []), 'before', 'after'];
  for (const { action, diff } of about)
    expect(
      namesIn(diff).filter((name) => !words.includes(name)),
      action,
    ).toEqual([]);
});

test('a new rate is shown with what it replaced, in currency units', () => {
  expect(diffsOf('lot.updated')[1]).toEqual({
    before: { rate_id: expect.any(String), base_rate: 2.5, dynamic: null },
    after: {
      rate_id: expect.any(String),
      base_rate: 3,
      dynamic: expect.objectContaining({ floor_rate: 2, surge: null }),
    },
  });
});

test('an extension is shown with the end, count and amount before it', () => {
  const [first, second] = diffsOf('session.extended');
  const members = ['estimated_amount', 'expected_end', 'extended_count'];
  expect(Object.keys(first?.after ?? {}).sort()).toEqual(members);
  expect(first).toMatchObject({
    currency: 'cad',
    before: { extended_count: 0, estimated_amount: 2.4 },
    after: { extended_count: 1, estimated_amount: 3.6 },
  });
  expect(second?.before).toEqual(first?.after);
});

test('an end, a payment and a refund are told with what they changed, and of how much', () => {
  expect(diffsOf('session.closed')[0]).toMatchObject({
    before: { ended_at: null, subtotal: null, platform_fee: null },
    after: { ended_at: expect.any(String), subtotal: 0.04, platform_fee: 0 },
  });
  expect(diffsOf('payment.failed')).toEqual([
    {
      ...{ amount: 0.04, currency: 'cad' },
      before: { status: 'active' },
      after: { status: 'payment_failed' },
    },
  ]);
  expect(diffsOf('refund.succeeded')).toEqual([
    {
      refund_id: expect.stringMatching(/^re_/),
      before: { status: 'pending' },
      after: { status: 'succeeded' },
    },
  ]);
});

test('instants are as in answers', () => {
  const text = JSON.stringify(rows.map(({ diff }) => diff));
  expect(text).not.toMatch(/\d\+00(:00)?"/);
});
