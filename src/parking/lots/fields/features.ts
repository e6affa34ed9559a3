import { badField } from '../../../kit/errors.ts';
import { hasRoof, type LotType } from '../lot-type.ts';
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

type Counted = {
  lotType: LotType | null;
  evSpaces: number;
  accessibleSpaces: number;
  avSpaces: number;
};

/** The tags. Errors: BAD_REQUEST naming one that searches do not know. */
export function checkFeatures(features: string[]): string[] {
  for (const [i, tag] of features.entries())
    if (!FEATURES.includes(tag) && !isMaxStay(tag))
      throw badField(
        `features.${i}`,
        `must be one of ${FEATURES.join(', ')}, or like maxstay:2 hours`,
      );
  return features;
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
