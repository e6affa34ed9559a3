/** What an operator still has to do before it is paid. */
export type PayeeState = {
  /** Whether what drivers pay can be passed on to it. */
  chargesEnabled: boolean;
  /** Whether the processor pays it out to its bank. */
  payoutsEnabled: boolean;
  /** What the processor wants to know next, in its own names. */
  requirements: string[];
  /** null: not disabled. */
  disabledReason: string | null;
};

export type NewPayee = {
  operatorId: string;
  /** null: it has none. */
  email: string | null;
  /** ISO 3166-1 alpha-2; null: that of the platform's own account. */
  country: string | null;
  livemode: boolean;
  /** When the account was first asked for: it may have been made since. */
  askedAt: Date;
  idempotencyKey: string;
};

export type PayeeLink = {
  accountId: string;
  livemode: boolean;
  /** Where the processor sends somebody whose link is over, to get another one. */
  refreshUrl: string;
  returnUrl: string;
};

/** `expiresAt`, null: it does not end. */
export type OpenLink = { url: string; expiresAt: Date | null };

/**
 * The accounts of operators at the payment processor. Errors as those of payments, and BAD_REQUEST
 * naming `country`, `return_url` or `refresh_url` where the processor refuses it.
 */
export type PayeeAccounts = {
  /** Makes an account, unless one was made for the operator since `askedAt`. */
  create(payee: NewPayee): Promise<{ accountId: string }>;
  /**
   * An address of the processor, good once and for minutes, where the operator states its data.
   * Whoever has it can do that, so it is neither stored nor logged.
   */
  createLink(link: PayeeLink): Promise<OpenLink>;
  read(account: { accountId: string; livemode: boolean }): Promise<PayeeState>;
};
