import type { Answer } from '../client.ts';
import { inHours, type Stage } from '../stage.ts';

type Lot = { lotId: string; lat: number; lng: number };

/** The calls that let a vehicle park on a lot for this many hours from now. */
export function parkingEndpoints(stage: () => Stage) {
  const plate = () => stage().parking.newPlate();
  return {
    create: ({ lotId }: Lot, hours: number) =>
      stage().post('/api/v1/sessions', { lot_id: lotId, plate: plate(), duration_hours: hours }),
    reserve: ({ lotId }: Lot, hours: number) =>
      stage().post(
        '/api/v1/reserve',
        { intent: 'a space', lot_id: lotId, starts_at: inHours(0), ends_at: inHours(hours) },
        { 'Idempotency-Key': plate() },
      ),
    dispatch: ({ lotId }: Lot, hours: number) =>
      stage().post('/av-fleet/dispatch', {
        fleet_id: 'fleet',
        lot_id: lotId,
        vehicles: [{ plate: plate() }],
        duration_hours: hours,
      }),
    'dispatch near a point': ({ lat, lng }: Lot, hours: number) =>
      stage().post('/av-fleet/dispatch', {
        fleet_id: 'fleet',
        near: { lat, lng, radius_km: 1 },
        vehicles: [{ plate: plate() }],
        duration_hours: hours,
      }),
  };
}

export const reasonOf = ({ body }: Answer) => body.error?.details?.reason;
