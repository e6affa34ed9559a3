import { type Html, html } from '../../dress/html.ts';
import { searchSessionsOperation } from '../../v1/sessions/search.ts';
import type { ClosedPage, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { type Refused, refusedIn } from '../parts/refused.ts';
import { type Form, maybe } from '../visit/form.ts';
import { STAYS_SHOWN, type Stays } from './list.ts';
import { plateForm } from './plate-form.ts';
import { stayTable } from './stay-table.ts';

const TITLE = 'Stays of a plate';

export const platePage: ClosedPage = {
  path: '/dashboard/stays/plate',
  name: 'dashboardPlate',
  get: async (visit) => ({ title: TITLE, main: form(visit) }),

  async post(visit, sent) {
    const plate = sent.plate?.trim() ?? '';
    const query = { plate, cursor: maybe(sent, 'cursor'), limit: STAYS_SHOWN };
    try {
      const found = await visit.call<Stays>(searchSessionsOperation, { query });
      return {
        title: TITLE,
        main: html`${form(visit, sent)}
${await stayTable(visit, found.data, NONE)}
${found.next_cursor !== null && older(visit, plate, found.next_cursor)}`,
      };
    } catch (error) {
      return { status: 400, title: TITLE, main: form(visit, sent, refusedIn(error)) };
    }
  },
};

const NONE = html`<h2>No stay of this plate</h2>
<p>There is none among the stays that you may see in this mode.</p>`;

function form(visit: Visit, { plate }: Form = {}, refused?: Refused): Html {
  return html`${refused?.notice}${plateForm(visit, plate, refused?.fields.plate)}
<p><a href="${visit.href('/stays')}">All stays</a></p>`;
}

function older(visit: Visit, plate: string, cursor: string): Html {
  return html`<form method="post" action="${visit.href('/stays/plate')}">${csrfField(visit)}
<input type="hidden" name="plate" value="${plate}">
<input type="hidden" name="cursor" value="${cursor}"><button>Older</button></form>`;
}
