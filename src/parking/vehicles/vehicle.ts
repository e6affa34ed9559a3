import type { Principal } from '../../access/principals/principal.ts';
import { badField } from '../../kit/errors.ts';
import { PLATE_RULE, type Plate, readPlate } from './plate.ts';
import { readVin } from './vin.ts';

/** What a caller says of a vehicle, other than its plate. */
export type RequestedVehicle = {
  isAutonomous: boolean;
  fleetId: string | null;
  vin: string | null;
};

/** The plate that the text is. BAD_REQUEST naming `field`. */
export function checkPlate(text: string, field = 'plate'): Plate {
  const plate = readPlate(text);
  if (plate === undefined) throw badField(field, PLATE_RULE);
  return plate;
}

/**
 * The vehicle with the fleet of the caller's key, if the key has one. BAD_REQUEST naming
 * `vehicle.fleet_id` or `vehicle.vin`.
 */
export function checkVehicle(
  caller: Principal,
  { isAutonomous, fleetId, vin }: RequestedVehicle,
): RequestedVehicle {
  const fleet = checkFleet(caller, fleetId, 'vehicle.fleet_id');
  if (isAutonomous && fleet === null)
    throw badField('vehicle.fleet_id', 'is needed for an autonomous vehicle');
  return { isAutonomous, fleetId: fleet, vin: vin === null ? null : checkVin(vin, 'vehicle.vin') };
}

/** The fleet of the caller's key, if it has one, else the one given. BAD_REQUEST naming `field`. */
export function checkFleet(
  caller: Principal,
  fleetId: string | null,
  field: string,
): string | null {
  const fleet = caller.fleetId ?? fleetId;
  if (fleetId !== null && fleetId !== fleet)
    throw badField(field, 'this key belongs to another fleet');
  return fleet;
}

/** The VIN in its stored form. BAD_REQUEST naming `field`. */
export function checkVin(text: string, field: string): string {
  const read = readVin(text);
  if ('problem' in read) throw badField(field, read.problem);
  return read.vin;
}
