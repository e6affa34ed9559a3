/** One of the alternatives, which are divided by `|`, as part of a regular expression. */
export function anyOf(...alternatives: string[]): string {
  return `(?:${alternatives.join('|')})`;
}

/** The name of a month, whole or short. */
export const MONTH = anyOf(
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?',
  'sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?',
);

/** What a number counts that asks for several spaces. */
export const COUNTED_SPACES = anyOf('spaces?|spots?|bays?|slots?|cars?|vans?');

/** What a number counts that is then no part of a name, a plate or a clock. */
export const COUNTED = anyOf(
  "h|hrs?|hours?|m|mins?|minutes?|days?|weeks?|[ap]m|o'clock|ft|feet|people",
  COUNTED_SPACES,
);
