import { Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';
import { CheckStatus } from './check-status.ts';

/** A delivery that is due is sent within milliseconds, unless its receiver is slow. */
const NEGLECTED_SECONDS_MAX = 60;

/** The row of `health_find_webhooks`. */
export type Webhooks = {
  overdueSeconds: number;
  /** The same without webhooks whose receivers are only slow. */
  neglectedSeconds: number;
  pausedCount: number;
};

export const WebhooksCheck = named(
  'WebhooksCheck',
  {
    status: CheckStatus,
    overdue_s: Type.Integer({
      minimum: 0,
      description:
        'For how many seconds the oldest delivery or event waits that should have been sent ' +
        `already; more than ${NEGLECTED_SECONDS_MAX} is a warning, unless its receiver is slow: ` +
        'something was sent to it in the last minute',
    }),
    paused: Type.Integer({ minimum: 0, description: 'Webhooks that are paused' }),
  },
  { description: 'The sending of events to webhooks' },
);

export function checkWebhooks(found: Webhooks | undefined) {
  const isWell = found !== undefined && found.neglectedSeconds <= NEGLECTED_SECONDS_MAX;
  return {
    status: isWell ? ('pass' as const) : ('warn' as const),
    overdue_s: found?.overdueSeconds ?? 0,
    paused: found?.pausedCount ?? 0,
  };
}
