/**
 * Long for a busy machine, and shorter than anything the product does by itself after a while.
 * Apart from untilHolds, because configurations cannot import what runs in tests.
 */
export const UNTIL = { timeout: 20_000, interval: 5 };
