import type { Room } from './claim-deliveries.ts';

/** Deliveries of one webhook that a courier sends at the same time: at first, and at most. */
const ROOM = { first: 4, most: 32 };
/** Deliveries that one courier has at the same time: sending, or not yet written down. */
export const HELD_MAX = 2_000;
/** Deliveries that one claim takes. */
const CLAIM_MAX = 500;
/** A lane that sent nothing for so many claims is forgotten. */
const IDLE_COUNT_MAX = 100;
/** With more lanes, those that send nothing are forgotten: each claim names all of them. */
export const LANES_MAX = 2 * HELD_MAX;

type Lane = {
  /** How many it may send at the same time: more with each success, few again after a failure. */
  most: number;
  sending: number;
  /** The last claim took all that there was room for, so more may be waiting. */
  isFull: boolean;
  /** Claims since it sent anything. */
  idleCount: number;
};

/**
 * How much of what a courier has belongs to which webhook. An endpoint that hangs takes only the
 * few places of its own, so that it delays no other.
 */
export type Lanes = {
  /** What the next claim may take; undefined while there is no room at all. */
  room(): Room | undefined;
  begin(webhookIds: readonly string[]): void;
  /** One was sent. Returns whether there is room again where more may be waiting. */
  end(webhookId: string, isSuccess: boolean): boolean;
  /** The result of one was written down. Returns whether there was no room at all before. */
  settle(): boolean;
  /** How many were begun and are not settled. */
  held(): number;
};

/** None, too, where more are being sent than its last failure leaves room for. */
function roomOf({ most, sending }: Lane, isTight: boolean): number {
  return Math.max(0, (isTight ? Math.min(most, ROOM.first) : most) - sending);
}

/** How much each lane may take; forgets those that send nothing, first those unused for longest. */
function roomOfLanes(lanes: Map<string, Lane>, isTight: boolean): Map<string, number> {
  const known = new Map<string, number>();
  let tooMany = lanes.size - LANES_MAX;
  for (const [webhookId, lane] of lanes) {
    lane.idleCount = lane.sending === 0 ? lane.idleCount + 1 : 0;
    if (lane.idleCount > (tooMany > 0 ? 0 : IDLE_COUNT_MAX)) {
      lanes.delete(webhookId);
      tooMany -= 1;
    } else known.set(webhookId, roomOf(lane, isTight));
  }
  return known;
}

export function createLanes(): Lanes {
  /** Those that were used last are at the end. */
  const lanes = new Map<string, Lane>();
  let held = 0;

  function laneOf(webhookId: string): Lane {
    const lane = lanes.get(webhookId) ?? {
      most: ROOM.first,
      sending: 0,
      isFull: false,
      idleCount: 0,
    };
    lanes.delete(webhookId);
    lanes.set(webhookId, lane);
    return lane;
  }

  return {
    room() {
      if (held >= HELD_MAX) return undefined;
      // When many endpoints hang at once, the others share what is left.
      const isTight = held > HELD_MAX / 2;
      return {
        rowLimit: Math.min(CLAIM_MAX, HELD_MAX - held),
        room: isTight ? 1 : ROOM.first,
        known: roomOfLanes(lanes, isTight),
      };
    },

    begin(webhookIds) {
      held += webhookIds.length;
      for (const webhookId of webhookIds) {
        const lane = laneOf(webhookId);
        lane.sending += 1;
        lane.isFull = lane.sending >= lane.most;
      }
    },

    end(webhookId, isSuccess) {
      const lane = laneOf(webhookId);
      lane.sending -= 1;
      lane.most = isSuccess ? Math.min(lane.most + 1, ROOM.most) : ROOM.first;
      return lane.isFull && lane.sending <= lane.most / 2;
    },

    settle() {
      held -= 1;
      return held === HELD_MAX - 1;
    },

    held: () => held,
  };
}
