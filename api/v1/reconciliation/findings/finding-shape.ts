import { type Static, Type } from 'typebox';
import { fromMinor } from '../../../../src/kit/money.ts';
import { MAY_GROW } from '../../../../src/kit/web/document/annotations.ts';
import { nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import {
  FINDING_KINDS,
  type OwnFinding,
  SETTLEMENTS,
} from '../../../../src/money/reconciliation/finding.ts';
import { FINDING_WORDS } from '../../../../src/money/reconciliation/finding-words.ts';
import { Instant } from '../../../fields/field-types.ts';
import { FindingId, RefundId, SessionId } from '../../../fields/ids.ts';

const Side = (whose: string) =>
  nullable(
    Type.Number({ minimum: 0, description: `Currency units in ${whose}; null: it has none` }),
  );

export const FindingSchema = named('ReconciliationFinding', {
  id: FindingId(),
  day: Type.String({ format: 'date', description: 'The day (UTC) on which it was found first' }),
  kind: Type.Enum([...FINDING_KINDS], { [MAY_GROW]: true }),
  says: Type.String({ description: 'The same in words' }),
  status: Type.Enum(['open', 'settled']),
  session_id: SessionId(),
  refund_id: nullable(RefundId('Id of the refund; null: it is about the payment, or not ours')),
  ours: Side('our books'),
  theirs: Side("the processor's books"),
  currency: Type.String(),
  livemode: Type.Boolean(),
  found_at: Instant,
  settled_at: nullable({ ...Instant, description: 'null: it is open' }),
  settled_as: nullable(
    Type.Enum([...SETTLEMENTS], {
      [MAY_GROW]: true,
      description:
        'agrees: it no longer differs; voided: what was held back is released; else what was noted',
    }),
  ),
});

export type FindingShape = Static<typeof FindingSchema>;

const REFUND = /^re_[0-9a-f]{32}$/;

export function toFindingShape(finding: OwnFinding): FindingShape {
  const { kind, subject, oursMinor, theirsMinor, currency, settledAt } = finding;
  const units = (minor: number | null) => (minor === null ? null : fromMinor(minor, currency));
  return {
    id: finding.findingId,
    day: finding.day,
    kind,
    says: FINDING_WORDS[kind],
    status: settledAt === null ? 'open' : 'settled',
    session_id: finding.sessionId,
    refund_id: REFUND.test(subject) ? subject : null,
    ours: units(oursMinor),
    theirs: units(theirsMinor),
    currency,
    livemode: finding.livemode,
    found_at: finding.foundAt.toISOString(),
    settled_at: settledAt?.toISOString() ?? null,
    settled_as: finding.how,
  };
}
