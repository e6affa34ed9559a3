import { PLAN_LIMITS, PLAN_NAMES, shownFigure } from '../../src/access/plans/plan-limits.ts';
import type { Principal } from '../../src/access/principals/principal.ts';
import { AppError, badField } from '../../src/kit/errors.ts';
import { type Budgets, type Draw, operatorDraw } from './budgets.ts';

type What = 'rows' | 'bytes';

/** What a call sends and writes, counted for all keys of its operator together. */
type Volumes = {
  /** Draws the bytes of its body. Throws RATE_LIMITED. */
  drawBytes(byteCount: number): void;
  /**
   * Draws the rows that it may write. Errors: RATE_LIMITED; BAD_REQUEST naming `body` when the plan
   * never allows as many.
   */
  drawRows(rowCount: number): void;
};

/**
 * For a call that drew from `drawn` already. That stays drawn when its volume is refused, because
 * the call has made work; Retry-After covers all that the same call draws again. The headers
 * X-RateLimit count calls, so volumes do not appear in them.
 */
export function openVolumes(budgets: Budgets, caller: Principal, drawn: readonly Draw[]): Volumes {
  const limits = PLAN_LIMITS[caller.plan];
  const all = [...drawn];

  function drawVolume(what: What, count: number): void {
    const perMinute = limits[`${what}_per_minute`];
    const volume = { ...operatorDraw(caller, what, perMinute), count };
    all.push(volume);
    if (!budgets.draw([volume]).isAllowed)
      throw overVolume(caller, what, perMinute, budgets.waitSeconds(all));
  }

  return {
    drawBytes: (byteCount) => drawVolume('bytes', byteCount),
    drawRows(rowCount) {
      const { rows_per_minute } = limits;
      if (rowCount > rows_per_minute) throw tooManyRows(caller, rowCount, rows_per_minute);
      if (rowCount > 0) drawVolume('rows', rowCount);
    },
  };
}

function overVolume({ plan }: Principal, what: What, perMinute: number, seconds: number): AppError {
  const name = `${what}_per_minute`;
  const limit = `${shownFigure(perMinute)} ${what} per minute of the ${PLAN_NAMES[plan]} plan`;
  return new AppError(
    'RATE_LIMITED',
    `over the ${limit}, for all of your keys together: try again in ${seconds} s`,
    {
      details: { reason: name, [name]: perMinute, plan },
      headers: { 'Retry-After': String(seconds) },
    },
  );
}

function tooManyRows({ plan }: Principal, rowCount: number, perMinute: number): AppError {
  const most = `${shownFigure(perMinute)} rows per minute of the ${PLAN_NAMES[plan]} plan`;
  return badField('body', `has ${shownFigure(rowCount)} rows, more than the ${most}: split it`);
}
