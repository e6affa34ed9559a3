/** What something does to occupancy: nothing in between is known of it before it happened. */
export const IMPACTS = ['low', 'medium', 'high'] as const;
export type Impact = (typeof IMPACTS)[number];

/**
 * What an event is expected to do where none of its type was seen: measured figures were this many
 * times those of a usual day.
 */
const IMPACT_PRIOR: Readonly<Record<Impact, number>> = { low: 1.05, medium: 1.15, high: 1.3 };
/** What keeps people away divides by as much. */
const DETERRENTS: readonly string[] = ['roadworks'];
/** A public holiday is expected to be like a Sunday. */
const HOLIDAY_PRIOR = 1;
/** How many days of experience the expectation counts as. */
const PRIOR_DAYS = 2;
/** No figure is expected to be more times the usual, whatever happens at once. */
export const MULTIPLIER_MAX = 4;

/** An event near a lot, in slots of the lot's days. */
export type Mark = { fromSlot: number; toSlot: number; type: string; impact: Impact };

export function eventPrior({ type, impact }: Pick<Mark, 'type' | 'impact'>): number {
  return DETERRENTS.includes(type) ? 1 / IMPACT_PRIOR[impact] : IMPACT_PRIOR[impact];
}

/** What was measured on unusual days of one kind, and what would have been usual. */
export type Experience = { measured: number; usual: number; days: number };

export function noExperience(): Experience {
  return { measured: 0, usual: 0, days: 0 };
}

export function addExperience(
  experience: Experience,
  { measured, usual }: Omit<Experience, 'days'>,
): void {
  experience.measured += measured;
  experience.usual += usual;
  experience.days += 1;
}

/** How many times the usual figure is expected, after what was seen. */
export function multiplierOf(
  { measured, usual, days }: Experience,
  prior: number = HOLIDAY_PRIOR,
): number {
  if (days === 0 || usual <= 0) return prior;
  const ofPrior = (PRIOR_DAYS * usual) / days;
  return Math.min(MULTIPLIER_MAX, (measured + prior * ofPrior) / (usual + ofPrior));
}
