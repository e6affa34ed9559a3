import { badField } from '../../../kit/errors.ts';
import { hasRoof } from '../lot.ts';
import type { LotColumns } from '../lot-columns.ts';
import { isMaxStay } from '../max-stay.ts';

/** Tags without a value after the colon. Imports use the same ones. */
const FEATURES = [
  'access:customers',
  'access:permit',
  'access:public',
  'accessible',
  'av',
  'covered',
  'ev_charging',
  'park_and_ride',
  'supervised',
];

type Counted = Pick<LotColumns, 'lotType' | 'evSpaces' | 'accessibleSpaces' | 'avSpaces'>;

/** Errors: BAD_REQUEST naming a tag that searches do not know. */
export function checkFeatures(features: readonly string[]): void {
  for (const [i, tag] of features.entries())
    if (!FEATURES.includes(tag) && !isMaxStay(tag))
      throw badField(
        `features.${i}`,
        `must be one of ${FEATURES.join(', ')}, or like maxstay:2 hours`,
      );
}

/** The given tags, and those that follow from the lot's counts and type. */
export function withImplied(features: readonly string[], lot: Counted): string[] {
  return [...new Set([...features, ...impliedBy(lot)])].sort();
}

/** The given tags without those that follow from the lot's counts and type. */
export function withoutImplied(features: readonly string[], lot: Counted): string[] {
  const implied = impliedBy(lot);
  return features.filter((tag) => !implied.includes(tag));
}

function impliedBy(lot: Counted): string[] {
  return [
    ...(lot.accessibleSpaces > 0 ? ['accessible'] : []),
    ...(lot.avSpaces > 0 ? ['av'] : []),
    ...(hasRoof(lot.lotType) ? ['covered'] : []),
    ...(lot.evSpaces > 0 ? ['ev_charging'] : []),
  ];
}
