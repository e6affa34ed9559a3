import { AppError } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { addressBlock } from '../address-block.ts';
import type { Device } from '../device.ts';

/** From one block of addresses, which a company or a town may share. */
const NETWORK_SIGN_UPS_PER_DAY_MAX = 20;
/** From everywhere: more would be programs, and would fill the database. */
const SIGN_UPS_PER_DAY_MAX = 500;
const RETRY_SECONDS = 3_600;

/**
 * Lets somebody sign up if few enough did within a day. Others wait until the caller's transaction
 * ends, so that many at once are no way round. Errors: RATE_LIMITED.
 */
export async function limitSignUps(db: Querier, { ip }: Device): Promise<void> {
  await db.query('sign_ups_wait');
  const values = { network: addressBlock(ip) };
  const [row] = await db.query<{ networkCount: number; allCount: number }>(
    'sign_ups_count',
    values,
  );
  const { networkCount = 0, allCount = 0 } = row ?? {};
  if (networkCount < NETWORK_SIGN_UPS_PER_DAY_MAX && allCount < SIGN_UPS_PER_DAY_MAX) return;
  throw new AppError('RATE_LIMITED', 'too many signed up today: try again tomorrow', {
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
}
