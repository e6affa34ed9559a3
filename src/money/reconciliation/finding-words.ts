import type { FindingKind } from './finding.ts';

/** What a finding is, in words; here are our books. */
export const FINDING_WORDS: Readonly<Record<FindingKind, string>> = {
  stay_missing: 'a payment of a stay that is not here',
  authorisation_held: 'money is held back for a stay that is over and costs nothing',
  capture_not_noted: 'the processor took the money, and it is not noted here',
  capture_absent: 'noted here as taken, and the processor has no such payment',
  capture_differs: 'the processor took another amount than is noted here',
  fee_differs: "the processor took, or gave back, another platform's fee than is noted here",
  transfer_differs: "the operator's account got, or gave back, another amount",
  refund_unknown: 'the processor gave money back, and no refund is known here',
  refund_not_noted: 'the processor gave the money back, and it is not noted here',
  refund_absent: 'noted here as given back, and the processor has no such refund',
  refund_differs: 'the processor gave back another amount than is noted here',
  reversal_open: 'a refund came back, and the operator did not get it back',
};
