import { type Mandate, type MandateRow, toMandate } from '../mandates/mandate.ts';
import type { Scope } from '../principals/scopes.ts';

/** An app that a member of an operator connected by signing in. */
export type ConnectedApp = {
  appId: string;
  name: string;
  livemode: boolean;
  clientId: string;
  clientUri: string | null;
  /** Where its sign-ins end. */
  redirectHost: string;
  /** The only resource that its tokens are for. */
  resource: string;
  /** Who connected it. */
  memberId: string;
  scopes: Scope[];
  /** Priced answers it may buy per calendar month; null: no cap. */
  spendCapCents: number | null;
  connectedAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  endedAt: Date | null;
  mandate: Mandate | null;
};

export type AppRow = Omit<ConnectedApp, 'mandate'> & { mandate: MandateRow | null };

export function toApp({ mandate, ...app }: AppRow): ConnectedApp {
  return { ...app, mandate: mandate && toMandate(mandate) };
}
