import type { Mandate } from '../mandates/mandate.ts';
import type { Plan } from '../plans/platform-fee.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Scope } from './scopes.ts';

/** The platform of agents whose key is registered for none. */
export const UNKNOWN_PLATFORM = 'unknown';

/** Who calls on behalf of an operator, and what they may do. */
export type Principal = Readonly<{
  /** A key, a person who is signed in, or an app that a person has connected. */
  type: 'key' | 'person' | 'token';
  /** Of the key, of the person's membership, or of the app's grant. */
  id: string;
  operatorId: string;
  plan: Plan;
  /** Whether calls of agents are also counted by the end user they name. */
  limitsEndUsers: boolean;
  /** Which of the two modes it sees. */
  livemode: boolean;
  /** Of a person: whether they proved a short while ago who they are. */
  isSteppedUp?: boolean;
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
