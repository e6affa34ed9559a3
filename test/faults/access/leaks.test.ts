import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../api/operation.ts';
import { routes } from '../../../api/routes.ts';
import type { IdCall } from '../../api/calls-with-ids.ts';
import { examplesOf } from '../../api/example-calls.ts';
import { sampleOf, schemaOf, takesPlace } from '../../api/request-fields.ts';
import { type LeakStage, openLeakStage, PLACE, type Secret, type Viewer } from './leak-stage.ts';

// Every operation, asked by every relation to a lot and to the stays on it: no answer holds a text
// that its caller may not read.

let stage: LeakStage;
beforeAll(async () => {
  stage = await openLeakStage();
});
afterAll(() => stage.api.stop());

/** Reads first, because the others end what is there. */
const ORDER = ['get', 'post', 'put', 'patch', 'delete'];
/** What follows each other: a stay is ended last. */
const LAST = ['endSession', 'cancelReservation', 'releaseDispatch', 'deleteLot', 'updateLot'];
const operations = routes.toSorted(
  (a, b) =>
    LAST.indexOf(a.operationId) - LAST.indexOf(b.operationId) ||
    ORDER.indexOf(a.method) - ORDER.indexOf(b.method),
);

/** Whoever begins a stay learns how to get in. */
const OF_STAYS: readonly Secret[] = ['gateCode', 'notes', 'exit'];
const BEGINS = /^(createSession|activateReservation|commitDispatch)/;
const mayRead = (viewer: Viewer, { operationId }: Operation, secret: Secret) =>
  viewer.mayRead.includes(secret) || (BEGINS.test(operationId) && OF_STAYS.includes(secret));

/** The calls that name what is there; of an operation without ids, its plainest call. */
function callsOf(operation: Operation): IdCall[] {
  const withIds = stage.callsOf(operation);
  const query = sampleOf(schemaOf(operation, 'query') ?? { type: 'object' }) as object;
  const place = takesPlace(operation) ? PLACE : {};
  const past = { ...PLACE, from: '2026-01-01', to: '2026-01-31' };
  const asked = { ...query, ...(operation.operationId === 'getHistory' ? past : place) };
  const plain = { query: asked as Record<string, string> };
  if (operation.path.includes('{')) return withIds;
  const [example] = examplesOf(operation);
  return [...withIds, { ...plain, ...(example !== undefined && { body: example }) }];
}

describe.each(operations)('$operationId', (operation) => {
  test('tells nobody what is not theirs', async () => {
    const leaks: string[] = [];
    for (const viewer of stage.viewers)
      for (const call of callsOf(operation)) {
        const answer = await stage.call(operation, call, viewer);
        const said = answer.text + JSON.stringify(answer.headers);
        const asked = JSON.stringify(call);
        const told = (Object.entries(stage.texts) as [Secret, string][]).filter(
          ([secret, text]) =>
            !mayRead(viewer, operation, secret) && said.includes(text) && !asked.includes(text),
        );
        for (const [secret, text] of told)
          leaks.push(
            `${viewer.name} reads the ${secret} in ${answer.status}: ${around(said, text)}`,
          );
        expect(answer.status, answer.text).toBeLessThan(500);
      }
    expect(leaks).toEqual([]);
  });
});

function around(said: string, text: string): string {
  const at = said.indexOf(text);
  return said.slice(Math.max(0, at - 60), at + text.length + 20);
}
