import { html } from '../../dress/html.ts';
import type { OperatorLotShape } from '../../v1/lots/operator-lot.ts';
import { updateLotOperation } from '../../v1/lots/update.ts';
import type { ClosedPage, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { NOT_REFUSED, refusedIn } from '../parts/refused.ts';
import type { Form } from '../visit/form.ts';
import { CHANGED_LOT } from './form-fields.ts';
import { bodyOf, fieldOf, lotFields, typedIn, valuesOf, wasIn } from './lot-form.ts';
import { findOwnLot } from './own-lot.ts';

export const editLotPage: ClosedPage = {
  path: '/dashboard/lots/{lot_id}/edit',
  name: 'dashboardEditLot',
  get: async (visit) => show(visit, await findOwnLot(visit)),

  async post(visit, form) {
    const { params, call, href } = visit;
    const lot = await findOwnLot(visit);
    try {
      await call(updateLotOperation, { params, body: bodyOf(CHANGED_LOT, form) });
      return { location: href(`/lots/${lot.id}`) };
    } catch (error) {
      return { ...show(visit, lot, form, refusedIn(error, fieldOf(CHANGED_LOT))), status: 400 };
    }
  },
};

function show(
  { href, csrf }: Visit,
  lot: OperatorLotShape,
  form?: Form,
  refused = NOT_REFUSED,
): Shown {
  const stored = valuesOf(CHANGED_LOT, lot);
  const was = form === undefined ? stored : wasIn(form);
  const values = form === undefined ? stored : typedIn(CHANGED_LOT, form);
  return {
    title: `Edit ${lot.name}`,
    main: html`${refused.notice}
<form method="post" action="${href(`/lots/${lot.id}/edit`)}">${csrfField({ csrf })}
${lotFields(CHANGED_LOT, { values, was, refused })}
<div class="row"><button class="primary">Save</button>
<a class="button" href="${href(`/lots/${lot.id}`)}">Back</a></div>
</form>`,
  };
}
