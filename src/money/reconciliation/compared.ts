import type { PaymentGateway } from '../../parking/payments/gateway.ts';
import type { RunDueDeps } from '../../stores/run-due.ts';

/** What a comparison needs. */
export type Compared = RunDueDeps & { payments: PaymentGateway };

/** One day (YYYY-MM-DD, UTC) in one mode, as seen at the instant `now`. */
export type Day = { day: string; livemode: boolean; now: Date };
