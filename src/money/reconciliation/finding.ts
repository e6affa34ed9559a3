export const FINDING_KINDS = [
  /** The processor has a payment of a stay that is not here. */
  'stay_missing',
  /** Money is held back there for a stay that is over and costs nothing. */
  'authorisation_held',
  'capture_not_noted',
  'capture_absent',
  'capture_differs',
  /** The platform's fee, of a payment or of a refund. */
  'fee_differs',
  /** What the operator's account got, or gave back. */
  'transfer_differs',
  'refund_unknown',
  'refund_not_noted',
  'refund_absent',
  'refund_differs',
  /** A refund came back to the platform, and the operator who gave it did not get it back. */
  'reversal_open',
] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** What was done about a finding; `agrees`: nothing, it no longer differs. */
export const SETTLEMENTS = [
  'agrees',
  'voided',
  'captured',
  'refunded',
  'taken_back',
  'paid_back',
] as const;

export type Settlement = (typeof SETTLEMENTS)[number];

/** One way in which the processor's books and ours differ, in minor units of `currency`. */
export type Difference = {
  kind: FindingKind;
  /** An intent, a refund of ours, or the processor's name of one that is none of ours. */
  subject: string;
  /** null: there is no such stay here. */
  sessionId: string | null;
  /** null: there is nothing to compare with. */
  oursMinor: number | null;
  theirsMinor: number | null;
  currency: string;
};

/** A difference that is open. */
export type Finding = Difference & {
  /** YYYY-MM-DD (UTC), on which it was found first. */
  day: string;
  livemode: boolean;
  foundAt: Date;
};

/** A difference in a payment of a stay on an operator's lots, open or settled. */
export type OwnFinding = Finding & {
  findingId: string;
  sessionId: string;
  /** Null, both: it is open. */
  settledAt: Date | null;
  how: Settlement | null;
};
