import type { Static } from 'typebox';
import { type Html, html } from '../../dress/html.ts';
import { deleteLotOperation } from '../../v1/lots/delete.ts';
import { getOccupancyOperation, type LotOccupancy } from '../../v1/lots/get-occupancy.ts';
import { createOccupancyOperation } from '../../v1/lots/occupancy.ts';
import type { OperatorLotShape } from '../../v1/lots/operator-lot.ts';
import { getRatesOperation } from '../../v1/lots/rates/get.ts';
import { curve } from '../curve/curve.ts';
import { CURVE_SCRIPTS, CURVE_STYLES } from '../curve/curve-files.ts';
import type { ClosedPage, PageReply, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { count } from '../parts/amount.ts';
import { field } from '../parts/field.ts';
import { notice } from '../parts/notice.ts';
import { NOT_REFUSED, type Refused, refusedIn } from '../parts/refused.ts';
import { checkTyped, typedName } from '../parts/typed-name.ts';
import { type Form, need } from '../visit/form.ts';
import { mayCall } from '../visit/may-call.ts';
import { lotFacts } from './lot-facts.ts';
import { type Alike, findOwnLot, findWithAlike } from './own-lot.ts';
import { costCards, type Rates, ratePart } from './shown-rates.ts';

type Occupancy = Static<typeof LotOccupancy>;

export const lotPage: ClosedPage = {
  path: '/dashboard/lots/{lot_id}',
  name: 'dashboardLot',
  get: (visit) => show(visit),

  async post(visit, form) {
    try {
      return await change(visit, form);
    } catch (error) {
      return { ...(await show(visit, refusedIn(error), form)), status: 400 };
    }
  },
};

async function change(visit: Visit, form: Form): Promise<PageReply> {
  const { params, call, href } = visit;
  const lot = await findOwnLot(visit);
  if (form.act === 'delete') {
    checkTyped(form, lot.name);
    await call(deleteLotOperation, { params });
    return { location: href('/lots') };
  }
  const occupied = Number(need(form, 'occupied'));
  await call(createOccupancyOperation, { params, body: { occupied } });
  return { location: href(`/lots/${lot.id}`, { reported: String(occupied) }) };
}

const COUNT = /^\d{1,6}$/;

async function show(visit: Visit, refused = NOT_REFUSED, form: Form = {}): Promise<Shown> {
  const { params, call, query } = visit;
  const [{ lot, alike }, { rates }, { occupancy }] = await Promise.all([
    findWithAlike(visit),
    call<{ rates: Rates }>(getRatesOperation, { params }),
    call<{ occupancy: Occupancy }>(getOccupancyOperation, { params }),
  ]);
  // An address may say anything; only what the form leads to is shown.
  const reported = COUNT.exec(query.get('reported') ?? '')?.[0];
  return {
    title: lot.name,
    scripts: CURVE_SCRIPTS,
    styles: CURVE_STYLES,
    main: html`${refused.notice}
${reported !== undefined && notice('ok', `The count is in: ${reported} vehicles.`)}
${links(visit, lot)}
${alikeNotice(visit, alike)}
<ul class="cards">${freeCard(occupancy)}${costCards(rates)}</ul>
<h2>The last week</h2>
${lastWeek(occupancy, lot.timezone)}
<h2>What it costs</h2>
${ratePart(rates)}
<h2>About the lot</h2>
${lotFacts(lot)}
${mayCall(visit, createOccupancyOperation) && reportForm(visit, lot, refused, form)}
${mayCall(visit, deleteLotOperation) && deleteForm(visit, lot, refused)}`,
  };
}

function lastWeek({ hours, total_spaces: total }: Occupancy, zone: string): Html {
  if (hours.every(({ occupied_spaces: occupied }) => occupied === null))
    return html`<p class="quiet">Nothing is known of it yet: there was no stay and no count.</p>`;
  return curve({
    ...{ label: 'Vehicles', zone, most: total },
    caption: `Vehicles on the lot by hour, mean of each, in ${zone}`,
    more: total !== null && `It has ${count(total)} spaces.`,
    hours: hours.map(({ at, occupied_spaces: value }) => ({ at, value })),
  });
}

function freeCard(occupancy: Occupancy): Html {
  const { available_spaces: free, total_spaces: total, is_reported: isCounted } = occupancy;
  return html`<li class="card"><h3>Free now</h3>
<p class="figure">${count(free)}</p>
<p>${total !== null && `of ${count(total)} spaces, `}by ${
    isCounted ? 'stays, holds and the last count' : 'stays and holds'
  }</p></li>
`;
}

function links(visit: Visit, { id }: OperatorLotShape): Html {
  const { href } = visit;
  const mayChange = mayCall(visit, createOccupancyOperation);
  return html`<p class="row">${
    mayChange &&
    html`<a class="button primary" href="${href(`/lots/${id}/edit`)}">Edit</a>
<a class="button" href="${href(`/lots/${id}/tariff`)}">Tariff</a>`
  }
<a class="button" href="${href('/stays', { lot_id: id })}">Stays</a></p>`;
}

function alikeNotice({ href }: Visit, alike: readonly Alike[]): Html | null {
  if (alike.length === 0) return null;
  return notice(
    'warn',
    html`These look like the same car park: ${alike.map(
      ({ lot_id: id, name, distance_m: metres }, i) =>
        html`${i > 0 && ', '}<a
href="${href(`/lots/${id}`)}"><bdi>${name}</bdi></a> (${metres} m away)`,
    )}`,
  );
}

function reportForm({ href, csrf }: Visit, lot: OperatorLotShape, refused: Refused, form: Form) {
  return html`<section class="card"><h2>Count the vehicles</h2>
<p>It counts for 15 minutes where it is more than the stays and holds that are known.</p>
<form method="post" action="${href(`/lots/${lot.id}`)}">${csrfField({ csrf })}
${field({
  ...{ name: 'occupied', label: 'Vehicles on the lot now', type: 'number', isRequired: true },
  ...{ value: form.occupied, error: refused.fields.occupied, more: html` min="0" step="1"` },
})}
<button name="act" value="report">Report the count</button></form></section>
`;
}

function deleteForm({ href, csrf }: Visit, lot: OperatorLotShape, refused: Refused): Html {
  return html`<section class="card"><h2>Delete</h2>
<p>Past stays can still be looked up. A lot with stays or holds cannot be deleted: close it first,
and delete it when they have ended.</p>
<form method="post" action="${href(`/lots/${lot.id}`)}">${csrfField({ csrf })}
${typedName(lot.name, { error: refused.fields.typed_name })}
<button class="danger" name="act" value="delete">Delete the lot</button></form></section>`;
}
