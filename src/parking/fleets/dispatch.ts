import type { Hold } from '../holds/hold.ts';
import {
  type EntryInstructions,
  type EntrySettings,
  entryInstructions,
} from '../lots/entry-instructions.ts';

/** One vehicle and the hold that keeps its space. */
export type Allocation = {
  hold: Hold;
  entrySettings: EntrySettings | null;
  /** Whether its stay is so long over that it is gone. */
  hasLeft: boolean;
  /** Whether its stay, if it has one, is authorised. */
  isAuthorized: boolean;
};

/** How the vehicle gets in and out: as its stay shows it, once the allocation has become one. */
export function allocationInstructions(allocation: Allocation): EntryInstructions {
  const { hold, entrySettings, hasLeft, isAuthorized } = allocation;
  return entryInstructions(entrySettings, hold.assignedSpace, {
    isStaying: hold.status === 'activated' && !hasLeft,
    isAuthorized,
    livemode: hold.livemode,
  });
}

/** Vehicles of a fleet sent to spaces together. */
export type Dispatch = {
  dispatchId: string;
  fleetId: string;
  arriveBy: Date | null;
  allocations: Allocation[];
  createdAt: Date;
};

export type DispatchStatus = 'allocated' | 'committed' | 'released' | 'expired';

/**
 * `allocated` while any vehicle can still come; after that `committed` when any was handed over,
 * else `released` when any hold was canceled, else `expired`.
 */
export function dispatchStatus({ allocations }: Dispatch): DispatchStatus {
  const statuses = new Set(allocations.map(({ hold }) => hold.status));
  if (statuses.has('held')) return 'allocated';
  if (statuses.has('activated')) return 'committed';
  return statuses.has('canceled') ? 'released' : 'expired';
}

export const VEHICLES_MAX = 50;
export const ARRIVE_AHEAD_HOURS_MAX = 24;
