import { type Html, html } from '../../dress/html.ts';
import { amount } from '../parts/amount.ts';

export type Members = Readonly<Record<string, unknown>>;

/** What an audit row says, for the sentence about it. */
export type Said = Readonly<{
  before: Members;
  /** What was afterwards, and what else the row says. */
  after: Members;
  /** What it was done to, by its name where that is known, as a link where there is a page. */
  thing: Html | string;
  /** The same of another id that the row names. */
  named(id: unknown): Html | string;
  /** Of the amounts, where the row or the lot says it. */
  currency: string | undefined;
}>;

/** What was done, as it follows the name of whoever did it. */
export type Sentence = (said: Said) => Html | string;

/** A value of a row in words, apart from those of the sentence: somebody may have typed it. */
export const value = (one: unknown): Html => html`<bdi>${words(one)}</bdi>`;

function words(one: unknown): string {
  if (one === null || one === undefined) return 'nothing';
  if (typeof one === 'boolean') return one ? 'yes' : 'no';
  if (Array.isArray(one) && one.every((part) => typeof part === 'string'))
    return one.length === 0 ? 'nothing' : one.join(', ');
  return typeof one === 'object' ? 'new terms' : String(one);
}

/** An amount in the currency of the row, or plain where that is not known. */
export function sum({ currency }: Said, units: unknown): string {
  if (typeof units !== 'number') return 'an amount that is not known';
  return currency === undefined ? String(units) : amount(units, currency);
}

/** What changed, each with what it was and is, such as `name from Elm to Elm Street`. */
export function changes({ before, after }: Said): Html | string {
  const names = Object.keys(before).filter((name) => !name.endsWith('_id'));
  if (names.length === 0) return 'nothing that is shown';
  return html`${names.map((name, i) => {
    const [was, is] = [before[name], after[name]];
    const change =
      words(was) === words(is) ? 'in its terms' : html`from ${value(was)} to ${value(is)}`;
    return html`${i > 0 && '; '}${name.replaceAll('_', ' ')} ${change}`;
  })}`;
}
