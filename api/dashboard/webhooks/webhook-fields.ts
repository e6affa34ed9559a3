import { EVENT_TYPES } from '../../../src/parking/events/event-data.ts';
import { type Html, html } from '../../dress/html.ts';
import { box, field } from '../parts/field.ts';
import type { Refused } from '../parts/refused.ts';
import { type Form, ticked } from '../visit/form.ts';

/** What a form says of a webhook before somebody types into it. */
export type Typed = Readonly<{ url: string; description: string; events: readonly string[] }>;

/** What was typed into a form of `webhookFields`. */
export function typedOf(form: Form): Typed {
  const { url = '', description = '' } = form;
  return { url: url.trim(), description: description.trim(), events: ticked(form, 'event') };
}

/** The body of a call that has what was typed; an empty description is none. */
export function bodyOf({ url, description, events }: Typed) {
  return { url, events, description: description === '' ? null : description };
}

export function webhookFields({ url, description, events }: Typed, wrong: Refused['fields']): Html {
  return html`${field({
    ...{ name: 'url', label: 'Address', type: 'url', value: url, isRequired: true },
    ...{ error: wrong.url, hint: 'https on port 443, at a public address' },
  })}
${field({
  ...{ name: 'description', label: 'What it is for', value: description },
  ...{ error: wrong.description, hint: 'For yourself, such as “bookkeeping”.' },
})}
<fieldset${wrong.events && html` aria-describedby="events-error"`}><legend>What is sent</legend>
${wrong.events && html`<p class="error" id="events-error">${wrong.events}</p>`}
<div class="boxes">
${EVENT_TYPES.map((type) => box(`event:${type}`, type, events.includes(type)))}</div></fieldset>`;
}
