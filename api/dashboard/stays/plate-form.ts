import { type Html, html } from '../../dress/html.ts';
import type { Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { field } from '../parts/field.ts';

/**
 * Looks a plate up. It is sent in a form, so that no plate is in an address, a history or a
 * proxy's log.
 */
export function plateForm(visit: Visit, plate?: string, error?: string): Html {
  return html`<form method="post" action="${visit.href('/stays/plate')}"
class="filter">${csrfField(visit)}
${field({
  ...{ name: 'plate', label: 'Find a plate', type: 'search', value: plate, isRequired: true },
  ...{ error, autocomplete: 'off' },
  hint: 'Each look-up is written to the audit log, with your name and without the plate.',
})}
<button>Find</button></form>`;
}
