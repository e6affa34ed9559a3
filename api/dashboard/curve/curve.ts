import { type Html, html } from '../../dress/html.ts';
import { instant } from '../parts/instant.ts';

type Curve = Readonly<{
  /** What it shows, by hour, in its zone. */
  caption: string;
  /** Beside the caption. */
  more?: string | false;
  /** What is counted, such as `Vehicles`. */
  label: string;
  /** IANA name of the zone in which the hours are written. */
  zone: string;
  /** What the curve has room for, however low it stays. */
  most?: number | null;
  /** An hour without a value stays a gap. */
  hours: readonly Readonly<{ at: string; value: number | null }>[];
}>;

/** What was counted in each hour: a table, which a script draws as a curve. */
export function curve({ caption, more, label, zone, most, hours }: Curve): Html {
  return html`<figure data-curve data-zone="${zone}" data-label="${label}"
data-most="${most ?? 0}">
<figcaption class="quiet">${caption}. ${more}</figcaption>
<div class="curve" role="img" aria-label="${caption}: the same as the table below" hidden></div>
<details open><summary>As a table</summary>
<div class="table" role="region" aria-label="${caption}" tabindex="0"><table>
<caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">Hour</th><th scope="col" class="number">${label}</th></tr></thead>
<tbody>
${hours.map(
  ({ at, value }) =>
    html`<tr data-value="${value ?? ''}"><th scope="row">${instant(at, zone)}</th><td
class="number">${value ?? 'not known'}</td></tr>
`,
)}</tbody></table></div></details></figure>`;
}
