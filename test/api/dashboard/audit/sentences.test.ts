import { afterAll, beforeAll, expect, test } from 'vitest';
import { saidOf } from '../../../../api/dashboard/audit/list.ts';
import type { Names } from '../../../../api/dashboard/audit/names.ts';
import { sentenceOf } from '../../../../api/dashboard/audit/sentences/sentences.ts';
import type { AuditShape } from '../../../../api/v1/audit/audit-shape.ts';
import { AUDIT_ACTIONS } from '../../../../src/access/audit/audit-actions.ts';
import type { TestApi } from '../../client.ts';
import { openEveryAction } from '../../v1/audit/every-action.ts';

const NAMES: Names = { of: (id) => `[${id ?? 'something'}]`, currencyOf: () => 'cad' };
const UNSAID = /undefined|NaN|\[object|\[null\]|did \w+\.\w+ to/;

let api: TestApi;
let rows: readonly AuditShape[];

beforeAll(async () => {
  const all = await openEveryAction();
  api = all.api;
  rows = all.rows as unknown as AuditShape[];
});
afterAll(() => api.stop());

const textOf = (row: AuditShape) => String(sentenceOf(row.action)(saidOf(row, NAMES)));
const ofAction = (action: string) => rows.filter((row) => row.action === action).map(textOf);

test('every row of every action becomes a sentence without a gap', () => {
  const texts = rows.map(textOf);
  expect(texts.length).toBeGreaterThan(Object.keys(AUDIT_ACTIONS).length / 2);
  for (const text of texts) expect(text).not.toMatch(UNSAID);
});

test('every action has a sentence, also where its row has no more', () => {
  for (const action of Object.keys(AUDIT_ACTIONS)) {
    const row = { action, entity_id: 'x', diff: { before: {}, after: {} } };
    expect(textOf(row as AuditShape), action).not.toMatch(UNSAID);
  }
});

test('a change of a tariff says what an hour cost and costs', () => {
  expect(ofAction('lot.updated')[1]).toMatch(
    /^changed the tariff of \[[0-9a-f-]+\], CAD\u00a02.50 to\sCAD\u00a03.00$/,
  );
});

test('an action of a later version is called by its name', () => {
  const row = { action: 'barrier.opened', entity_id: 'x', diff: {} } as unknown as AuditShape;
  expect(textOf(row)).toBe('did barrier.opened to [x]');
  for (const action of ['constructor', '__proto__', 'toString'])
    expect(textOf({ ...row, action })).toBe(`did ${action} to [x]`);
});

test('a value in a sentence is text', () => {
  const row = { action: 'plan.changed', diff: { before: { plan: '<b>' }, after: { plan: '<i>' } } };
  expect(textOf(row as unknown as AuditShape)).toBe(
    'changed the plan from <bdi>&lt;b&gt;</bdi> to <bdi>&lt;i&gt;</bdi>',
  );
});
