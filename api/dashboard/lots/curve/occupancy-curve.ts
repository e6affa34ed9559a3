import type { Static } from 'typebox';
import { type Html, html } from '../../../dress/html.ts';
import type { LotOccupancy } from '../../../v1/lots/get-occupancy.ts';
import { count } from '../../parts/amount.ts';
import { instant } from '../../parts/instant.ts';

export type Occupancy = Static<typeof LotOccupancy>;

/** How full a lot was in each hour of a week: a table, which a script draws as a curve. */
export function occupancyCurve({ hours, total_spaces: total }: Occupancy, zone: string): Html {
  if (hours.every(({ occupied_spaces: occupied }) => occupied === null))
    return html`<div class="empty"><p>Nothing is known yet: there was no stay and no count in the
last week.</p></div>`;
  const caption = `Vehicles on the lot by hour, mean of each, in ${zone}`;
  const size = total !== null && `It has ${count(total)} spaces.`;
  return html`<figure data-curve data-zone="${zone}" data-label="Vehicles"
data-most="${total ?? 0}">
<figcaption class="quiet">${caption}. ${size}</figcaption>
<div class="curve" role="img" aria-label="${caption}: the same as the table below" hidden></div>
<details open><summary>As a table</summary>
<div class="table" role="region" aria-label="${caption}" tabindex="0"><table>
<caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">Hour</th><th scope="col" class="number">Vehicles</th></tr></thead>
<tbody>
${hours.map(
  ({ at, occupied_spaces: occupied }) =>
    html`<tr data-value="${occupied ?? ''}"><th scope="row">${instant(at, zone)}</th><td
class="number">${occupied ?? 'not known'}</td></tr>
`,
)}</tbody></table></div></details></figure>`;
}
