import { databaseError } from '../../kit/embedded-postgres/database-error.ts';
import { AppError } from '../../kit/errors.ts';

/** The most that a receiver of events is sent at a time. */
const EVENT_BYTES_MAX = 1_000_000;

/**
 * Does a write that the database refuses when its event is longer than a receiver can be sent.
 * Errors: PAYLOAD_TOO_LARGE, and what the write throws.
 */
export async function refuseLongEvents<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (databaseError(error)?.constraint !== 'events_body_size') throw error;
    const message = `the event about this change would be over ${EVENT_BYTES_MAX} bytes`;
    throw new AppError('PAYLOAD_TOO_LARGE', message, { cause: error });
  }
}
