const ERASED =
  'A driver has the right to be forgotten, and the receipts stay: a made-up plate would be taken ' +
  'for one. It is null only after an erasure that the operator itself asked for.';

const CAME_BACK =
  'a refund that came back cannot be taken back in the month in which it was paid: that is closed';

const PEOPLE =
  'a person who is signed in, and an app that one has connected, are neither keys nor the system';

/**
 * Breaking changes since the last release that are meant, by their line, each with its reason: what
 * was described was never true; it would hurt somebody; a pattern takes more, which the comparison
 * cannot know. CHANGELOG.md names each. A release empties the list.
 */
export const ACCEPTED: Readonly<Record<string, string>> = {
  'Payout.refunds: minimum was 0, is free': CAME_BACK,
  'PayoutWithLines.refunds: minimum was 0, is free': CAME_BACK,
  'PayoutLine.refunds: minimum was 0, is free': CAME_BACK,
  'Session.status: may be canceled':
    'a stay that its driver did not authorise was neither completed nor is it still to be paid',
  'Session.plate: may be null, no longer only string': ERASED,
  'Receipt.plate: may be null, no longer only string': ERASED,
  'AuditActor.type: may be person': PEOPLE,
  'AuditActor.type: may be token': PEOPLE,
  'Allocation.plate: may be null, no longer only string': ERASED,
};
