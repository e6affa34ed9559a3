/** What an operator still has to do before it is paid. */
export type PayeeState = {
  /** Whether stays on its lots can be paid to it. */
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
  email: string;
  /** ISO 3166-1 alpha-2. Left out: that of the platform's own account. */
  country?: string;
  livemode: boolean;
  idempotencyKey: string;
};

export type PayeeLink = {
  accountId: string;
  livemode: boolean;
  /** Where the processor sends somebody whose link is over, to get another one. */
  refreshUrl: string;
  returnUrl: string;
};

/** The accounts of operators at the payment processor. Errors as those of payments. */
export type PayeeAccounts = {
  create(payee: NewPayee): Promise<{ accountId: string }>;
  /** An address of the processor, good once and for minutes, where the operator states its data. */
  createLink(link: PayeeLink): Promise<{ url: string }>;
  read(account: { accountId: string; livemode: boolean }): Promise<PayeeState>;
};
