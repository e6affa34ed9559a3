/** Any of the alternatives, separated by `|`, as part of a regular expression. */
export function anyOf(...alternatives: string[]): string {
  return `(?:${alternatives.join('|')})`;
}

/** The name of a month, whole or short. */
export const MONTH = anyOf(
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?',
  'sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?',
);

/** Words that ask for several spaces after a number. */
export const COUNTED_SPACES = anyOf('spaces?|spots?|bays?|slots?|cars?|vans?');

/** Words after which a number is no part of a name, a plate or a clock time. */
export const COUNTED = anyOf(
  "h|hrs?|hours?|m|mins?|minutes?|days?|weeks?|[ap]m|o'clock|ft|feet|people",
  COUNTED_SPACES,
);
