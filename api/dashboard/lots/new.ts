import { html } from '../../dress/html.ts';
import { createLotOperation } from '../../v1/lots/create.ts';
import type { OperatorLotShape } from '../../v1/lots/operator-lot.ts';
import type { ClosedPage, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { NOT_REFUSED, refusedIn } from '../parts/refused.ts';
import type { Form } from '../visit/form.ts';
import { NEW_LOT } from './form-fields.ts';
import { bodyOf, fieldOf, lotFields, typedIn, valuesOf } from './lot-form.ts';

export const newLotPage: ClosedPage = {
  path: '/dashboard/lots/new',
  name: 'dashboardNewLot',
  get: async (visit) => show(visit),

  async post(visit, form) {
    try {
      const body = bodyOf(NEW_LOT, form);
      const { lot } = await visit.call<{ lot: OperatorLotShape }>(createLotOperation, { body });
      return { location: visit.href(`/lots/${lot.id}`) };
    } catch (error) {
      return { ...show(visit, form, refusedIn(error, fieldOf(NEW_LOT))), status: 400 };
    }
  },
};

function show({ href, csrf }: Visit, form?: Form, refused = NOT_REFUSED): Shown {
  const was = valuesOf(NEW_LOT);
  const values = form === undefined ? was : typedIn(NEW_LOT, form);
  return {
    title: 'New lot',
    main: html`${refused.notice}
<form method="post" action="${href('/lots/new')}">${csrfField({ csrf })}
${lotFields(NEW_LOT, { values, was, refused })}
<div class="row"><button class="primary">Make the lot</button>
<a class="button" href="${href('/lots')}">Back</a></div>
</form>`,
  };
}
