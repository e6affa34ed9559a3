import type { Static } from 'typebox';
import { type Html, html } from '../../../dress/html.ts';
import type { OsmDifferencesSchema } from '../../../v1/lots/osm-differences/differences-shape.ts';
import type { Visit } from '../../dashboard-page.ts';
import { count, counted } from '../../parts/amount.ts';
import { firstRows, moreRows } from '../../parts/first-rows.ts';
import { table } from '../../parts/table.ts';

type Differences = Static<typeof OsmDifferencesSchema>;
type OsmObject = Readonly<{ osm_id: string; osm_url: string }>;
type Place = Readonly<{ lat: number; lng: number }>;

const MATCHED_BY = {
  osm_id: 'by its id',
  ref: 'by its ref',
  likeness: 'by place, name and spaces',
};

/** What differs between an operator's lots and an extract: tags, only here, only there. */
export function differencesReport(visit: Visit, found: Differences): Html {
  if (found.object_count === 0)
    return html`<p>The file has no car park of OpenStreetMap that can be compared.</p>
${leftOut(found)}`;
  const { private_only_there_count: privateCount } = found;
  return html`<p>${counted(found.object_count, 'car park')} in the file,
${counted(found.lot_count, 'lot')} of yours in its area, ${count(found.matched_count)} of them
matched.</p>
${differing(visit, found)}
${listed('Only here', found.only_here, ['Lot', 'Place'], (one) => [
  lotLink(visit, one),
  placeOf(one),
])}
${listed('Gone from OpenStreetMap', found.gone_there, ['Lot', 'Came from'], (one) => [
  lotLink(visit, one),
  osmLink(one),
])}
${listed('Only there', found.only_there, ['Object', 'Name', 'Place'], (one) => [
  osmLink(one),
  html`<bdi>${one.name ?? 'no name'}</bdi>`,
  placeOf(one),
])}
${
  privateCount > 0 &&
  html`<p class="quiet">${count(privateCount)} more there are not for the public.</p>`
}
${listed('Not sure', found.unsure, ['Lot', 'May be one of these'], (one) => [
  lotLink(visit, one),
  html`${one.objects.map((object, i) => html`${i > 0 && ', '}${osmLink(object)}`)}`,
])}
${leftOut(found)}`;
}

function differing(visit: Visit, { differing: lots }: Differences): Html {
  const rows = lots.flatMap((lot) =>
    lot.tags.map(({ key, osm, ours, is_suggested: isSuggested }) => [
      lotLink(visit, lot),
      html`${osmLink(lot)}<br><span class="quiet">${MATCHED_BY[lot.matched_by]},
${count(lot.distance_m)} m apart</span>`,
      html`<code>${key}</code>`,
      html`<bdi>${ours}</bdi>`,
      osm === null ? 'no such tag' : html`<bdi>${osm}</bdi>`,
      isSuggested ? 'ours is suggested' : 'both can be right',
    ]),
  );
  const heads = ['Lot', 'Object', 'Tag', 'Here', 'There', 'What to make of it'];
  if (rows.length === 0) return html`<h2>Tags that differ</h2><p>None of the lots that match.</p>`;
  return listed('Tags that differ', rows, heads, (row) => row);
}

/** Nothing where there is no row. */
function listed<T>(
  title: string,
  all: readonly T[],
  heads: readonly string[],
  rowOf: (one: T) => (Html | string)[],
): Html {
  return html`${
    all.length > 0 &&
    html`<h2>${title} (${count(all.length)})</h2>
${table({ caption: title, heads, rows: firstRows(all).map(rowOf), empty: html`` })}
${moreRows(all)}`
  }`;
}

function leftOut({ left_out: all }: Differences): Html {
  return listed('Not compared', all, ['Object', 'Field', 'Why'], ({ name, field, reason }) => [
    html`<bdi>${name}</bdi>`,
    html`<code>${field}</code>`,
    reason,
  ]);
}

function lotLink({ href }: Visit, lot: Readonly<{ lot_id: string; name: string }>): Html {
  return html`<a href="${href(`/lots/${lot.lot_id}`)}"><bdi>${lot.name}</bdi></a>`;
}

function osmLink({ osm_id: id, osm_url: url }: OsmObject): Html {
  return html`<a href="${url}">${id}</a>`;
}

const placeOf = ({ lat, lng }: Place) => `${lat}, ${lng}`;
