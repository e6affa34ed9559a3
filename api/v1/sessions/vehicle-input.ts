import { type Static, Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';
import type { RequestedVehicle } from '../../../src/parking/vehicles/vehicle.ts';

/** What a request may say about the vehicle besides its plate. */
export const VehicleInput = named(
  'VehicleInput',
  {
    autonomous: Type.Optional(
      Type.Boolean({ description: 'Whether it drives itself; it needs a fleet_id then' }),
    ),
    fleet_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Your name for its fleet' }),
    ),
    vin: Type.Optional(
      Type.String({
        minLength: 17,
        maxLength: 30,
        description: 'Vehicle identification number (ISO 3779), shown to your keys only',
      }),
    ),
  },
  { description: 'What is known of the vehicle beside its plate' },
);

export function readVehicle(vehicle: Static<typeof VehicleInput> | undefined): RequestedVehicle {
  return {
    isAutonomous: vehicle?.autonomous ?? false,
    fleetId: vehicle?.fleet_id ?? null,
    vin: vehicle?.vin ?? null,
  };
}
