import type { Request, Response } from 'express';
import { AppError } from '../../../src/kit/errors.ts';
import { within } from '../../../src/kit/time/within.ts';
import { plainReader, readBytes } from '../../http/sent-body.ts';

/** 2 MB. Events are some kilobytes; one with many members stays far below. */
const EVENT_BYTES_MAX = 2_097_152;
/** How long a body may take to arrive. Anybody can send one: nothing is known before its end. */
const ARRIVAL_MS_MAX = 5_000;

const READER = plainReader(EVENT_BYTES_MAX);

/**
 * The exact bytes of a body; undefined when it did not arrive whole. Errors: PAYLOAD_TOO_LARGE;
 * BAD_REQUEST with 408 for one that takes too long, 415 for a compressed one.
 */
export function readEventBytes(
  req: Request,
  res: Response,
  msMax = ARRIVAL_MS_MAX,
): Promise<Uint8Array | undefined> {
  return within(msMax, readBytes(req, res, READER), tooSlow);
}

function tooSlow(): never {
  throw new AppError('BAD_REQUEST', 'the request took too long to arrive', {
    status: 408,
    headers: { Connection: 'close' },
  });
}
