import { createHash } from 'node:crypto';
import { badField } from '../../kit/errors.ts';
import type { LotLook } from '../../parking/lots/search/tiles/lot-changes.ts';
import {
  type CommitPosition,
  POSITION_LENGTH_MAX,
  readPosition,
  writePosition,
} from '../../stores/commit-position.ts';

/** How far a mirror has read the changes of lots. */
type LotWatermark = CommitPosition & {
  /** Tells this run of the database server from others: transaction ids mean nothing there. */
  run: string;
};

export const WATERMARK_LENGTH_MAX = POSITION_LENGTH_MAX;

const WATERMARK = /^([0-9a-f]{16}) (.+)$/;
const AUDIT_ID = /^\d{1,18}$/;
const RUN_HEX_DIGITS = 16;

/** A short name for a run of the server, which shows callers nothing of it. */
export function nameRun(serverRun: string): string {
  return createHash('sha256').update(serverRun).digest('hex').slice(0, RUN_HEX_DIGITS);
}

/** The watermark of all that a look saw. */
export function watermarkOf({ serverRun, snapshot }: LotLook): string {
  return writeWatermark({ run: nameRun(serverRun), seen: snapshot, part: null });
}

/**
 * The position as opaque text. Whoever makes one up only reads public lots, from another point on.
 */
export function writeWatermark({ run, ...position }: LotWatermark): string {
  return Buffer.from(`${run} ${writePosition(position)}`).toString('base64url');
}

/** Errors: BAD_REQUEST naming `since` for anything but the text of a watermark. */
export function readWatermark(since: string): LotWatermark {
  const [, run = '', rest = ''] =
    WATERMARK.exec(Buffer.from(since, 'base64url').toString('latin1')) ?? [];
  const position = readPosition(rest, AUDIT_ID);
  if (position === undefined || writeWatermark({ run, ...position }) !== since)
    throw badField('since', 'is not the watermark of a full dump or of an earlier answer');
  return { run, ...position };
}
