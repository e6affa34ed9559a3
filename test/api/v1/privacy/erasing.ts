import { expect } from 'vitest';
import { newUuid } from '../../../../src/kit/uuid.ts';
import { runErasures } from '../../../../src/parking/privacy/run-erasures.ts';
import type { TestKey } from '../../client.ts';
import { openStage } from '../../stage.ts';

export const ERASURES = '/api/v1/privacy/erasures';

export type Erasing = Awaited<ReturnType<typeof openErasing>>;

/** The server, an operator with a lot, and what is done about erasures. */
export async function openErasing(options: Parameters<typeof openStage>[0] = {}) {
  const stage = await openStage(options);
  const { api, parking } = stage;
  const { database } = api;
  const lotId = await parking.addLot({ total_spaces: 60, ref: 'lot-1' });
  const deps = () => ({ ...parking.deps(), db: database.pipelines });

  async function sent(method: string, path: string, body?: object, as = stage.key) {
    const answer = await api.request(method, path, {
      key: as.secret,
      headers: { 'Idempotency-Key': newUuid() },
      ...(body && { body }),
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }

  return {
    ...stage,
    lotId,
    database,
    sent,

    /** A stay on the lot that has just ended. */
    async parked(plate: string, more: object = {}, as = stage.key, lot_id = lotId) {
      const { session } = await sent('POST', '/api/v1/sessions', { lot_id, plate, ...more }, as);
      await sent('POST', '/api/v1/sessions/end', { session_id: session.id }, as);
      return session;
    },

    async asked(subject: object, as = stage.key) {
      return (await sent('POST', ERASURES, subject, as)).erasure;
    },

    async statusOf({ id }: { id: string }, as = stage.key) {
      return (await sent('GET', `${ERASURES}/${id}`, undefined, as)).erasure.status;
    },

    /** Lets days pass for all erasures that wait. */
    async passDays(days: number) {
      await database.sql(
        `update erasures set created_at = created_at - make_interval(days => $1),
           due_at = due_at - make_interval(days => $1)
         where status = 'pending'`,
        [days],
      );
    },

    /** The job of the timetable. */
    run: () => runErasures(deps()),

    plateOf: async ({ id }: { id: string }, as: TestKey = stage.key) =>
      (await sent('GET', `/api/v1/sessions/${id}`, undefined, as)).session.plate,
  };
}
