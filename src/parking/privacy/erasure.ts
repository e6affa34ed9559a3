/**
 * Days after a request at which its erasure is due at the latest. From then on neither a payment
 * that failed nor a hold that still stands keeps it waiting, only a vehicle that is parked.
 */
export const ERASURE_DAYS_MAX = 30;

/** `operator`: of an operator that left. */
export type ErasureKind = 'plate' | 'email' | 'operator';
export type ErasureStatus = 'pending' | 'done' | 'canceled';

/** An erasure as it is shown: never with the plate or the address. */
export type Erasure = {
  erasureId: string;
  kind: ErasureKind;
  status: ErasureStatus;
  createdAt: Date;
  /** When it is done at the earliest. */
  dueAt: Date;
  /** When it was done or canceled; null: it waits. */
  finishedAt: Date | null;
};

export const ERASURE_ID = /^era_[0-9a-f]{32}$/;
