import { AppError } from '../../kit/errors.ts';
import type { TimeProblem } from '../../kit/words/wish.ts';
import type { IntentProblem } from '../intents/intent.ts';
import type { Refusal } from '../intents/resolve-intent.ts';

const OF_TIME: Readonly<Record<TimeProblem, string>> = {
  past: 'names a time that is past',
  impossible: 'names a time that no calendar or clock has',
  incomplete: 'does not say at what time of the day',
  contradictory: 'names times that do not agree',
  ambiguous: 'names a date that can be read in two ways',
  recurring: 'names more than one stay, and a hold is for one',
  too_long: 'names a stay that is too long',
};

/** A 400 error that says why. `details` quote parts of the text, the message never does. */
export function notUnderstood({ missing, candidates, problems }: Refusal): AppError {
  const unsaid = missing.filter((part) => problems.every((problem) => problem.part !== part));
  const reasons = [
    ...(unsaid.length > 0 ? [`does not say: ${unsaid.join(', ')}`] : []),
    ...problems.map(reasonOf),
  ];
  const message = `the intent ${[...new Set(reasons)].join('; it ')}`;
  const details = { reason: 'not_understood', missing, candidates, problems };
  return new AppError('BAD_REQUEST', message, { details });
}

function reasonOf(problem: IntentProblem): string {
  switch (problem.part) {
    case 'words':
      return 'has words that were not understood';
    case 'time':
      return OF_TIME[problem.reason];
    case 'place':
      return 'names a point that is not on Earth';
    case 'plate':
      return problem.reason === 'several'
        ? 'names several plates, and a hold is for one'
        : 'announces a plate that cannot be read';
    case 'space_count':
      return problem.reason === 'incomplete'
        ? 'does not say how many vehicles there are'
        : 'names numbers of spaces that do not agree';
  }
}
