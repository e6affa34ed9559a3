import type { Plan } from '../plans/platform-fee.ts';
import type { Mandate } from './mandate.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Scope } from './scopes.ts';

/** The platform of agents whose key is registered for none. */
export const UNKNOWN_PLATFORM = 'unknown';

/** Who is calling: a valid key and the operator it belongs to. */
export type Caller = Readonly<{
  keyId: string;
  operatorId: string;
  plan: Plan;
  /** Whether calls of agents are also counted by the end user they name. */
  limitsEndUsers: boolean;
  /** Which of the two modes the key sees. */
  livemode: boolean;
  scopes: readonly Scope[];
  fleetId: string | null;
  /**
   * The platform of the agent that calls: the key's, otherwise the one that the call names; null:
   * the caller is no agent.
   */
  agentPlatform: string | null;
  /** The call names its platform, and no key is registered for it. */
  isPlatformClaimed?: boolean;
  /** What the agent is called that was registered with this key. */
  agentName: string | null;
  rateLimits: RateLimits;
  /** Priced answers it may buy per calendar month; null: no cap. */
  spendCapCents: number | null;
  /** What its line of keys may spend on parking; null: no such rules. */
  mandate: Mandate | null;
  expiresAt: Date | null;
  /** The operator's invoice that is unpaid for so long that it gets no priced answers. */
  blockingInvoiceId: string | null;
}>;
