import { expect } from 'vitest';
import type { Stage } from '../../../stage.ts';

const HOUR_MS = 3_600_000;

export const hoursAhead = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

type Trace = { actor_type: string; actor_id: string; diff: object; data: object };

/** Lots, their rates, and what these cost. */
export function ratesOf(stage: () => Stage) {
  let lastLatitude = 30;
  const sql: Stage['api']['database']['sql'] = (...call) => stage().api.database.sql(...call);
  const path = (lotId: string) => `/api/v1/lots/${lotId}/rates`;
  const put = (lotId: string, body: object, as = stage().key) =>
    stage().send('PUT', path(lotId), { base_rate: 10, ...body }, {}, as);
  return {
    /** A lot of 10.00 an hour, in a place without other lots. */
    newLot(more: object = {}): Promise<string> {
      lastLatitude += 0.1;
      const lot = { rate_minor: 1000, total_spaces: 100, latitude: lastLatitude };
      return stage().parking.addLot({ ...lot, ...more });
    },
    get: (lotId: string, as = stage().key) =>
      stage().api.request('GET', path(lotId), { key: as.secret }),
    put,
    async posted(lotId: string, body: object) {
      const answer = await put(lotId, body);
      expect(answer.status).toBe(200);
      return answer.body.rates;
    },
    async park(lotId: string) {
      const body = { lot_id: lotId, plate: stage().parking.newPlate() };
      const answer = await stage().post('/api/v1/sessions', body);
      expect(answer.status).toBe(201);
      return answer.body.session;
    },
    async quote(lotId: string, startsAt: Date, hours = 1) {
      const [place] = await sql<{ lat: number; lng: number }>(
        'select latitude as lat, longitude as lng from lots where lot_id = $1',
        [lotId],
      );
      const endsAt = new Date(startsAt.getTime() + hours * HOUR_MS);
      const { body } = await stage().get('/api/v1/lots/search', {
        ...place,
        radius_km: 1,
        starts_at: startsAt.toISOString(),
        ends_at: endsAt.toISOString(),
      });
      expect(body.lots).toHaveLength(1);
      return body.lots[0].quote;
    },
    /** Moves the instants of a lot's scheduled rates this many hours into the past. */
    passHours: (lotId: string, hours: number) =>
      sql(
        `update lots set scheduled_rates = (
           select jsonb_agg(rate || jsonb_build_object('effective_from',
             (rate ->> 'effective_from')::timestamptz - make_interval(hours => $2)))
           from jsonb_array_elements(scheduled_rates) as rate)
         where lot_id = $1`,
        [lotId, hours],
      ),
    /** The audit rows and events about changes of the lot, oldest first. */
    changesOf: (lotId: string) =>
      sql<Trace>(
        `select actor_type, actor_id, diff, data
         from (select *, row_number() over (order by audit_id) as number from audit_log
               where entity_id = $1 and action = 'lot.updated') as audit
         full join (select *, row_number() over (order by event_id) as number from events
                    where entity_id = $1 and type = 'lot.updated') as event using (number)
         order by number`,
        [lotId],
      ),
    /** Takes this many of the lot's hundred spaces. */
    occupy: (lotId: string, spaces: number) =>
      sql('update lots set taken_spaces = $2 where lot_id = $1', [lotId, spaces]),
    /** As if there were so many percent of the usual searches around the lot. */
    surge: (lotId: string, percent: number, until = hoursAhead(1)) =>
      sql(
        `insert into marts.search_surges (livemode, cell, surge_pct, until_at)
         select true, cell_parent(cell, 7), $2, $3 from lots where lot_id = $1`,
        [lotId, percent, until],
      ),
  };
}
