import { visibleText } from '../../src/kit/text/visible-text.ts';

/**
 * Fields that authorise something by themselves. What a language model reads may end up anywhere,
 * so they never enter a tool's answer; payment_intent_id names the payment instead.
 */
const SECRET_FIELDS: readonly string[] = ['client_secret'];

/** The member of every answer that says whose words its texts are. */
export const NOTICE_FIELD = '_notice';

/** Characters; longer than any id or cursor of ours, and than any name or note that is useful. */
const SHOWN_LENGTH_MAX = 4_000;

/**
 * A parsed answer as a language model may read it: without secrets, and each text in one line,
 * without characters that nobody sees, cut at SHOWN_LENGTH_MAX.
 */
export function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value, SHOWN_LENGTH_MAX);
  if (Array.isArray(value)) return value.map(shownValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !SECRET_FIELDS.includes(name))
      .map(([name, member]) => [visibleText(name, SHOWN_LENGTH_MAX), shownValue(member)]),
  );
}
