import type { Static } from 'typebox';
import { html } from '../../../dress/html.ts';
import { compareLotsWithOsmOperation } from '../../../v1/lots/osm-differences/create.ts';
import type { OsmDifferencesSchema } from '../../../v1/lots/osm-differences/differences-shape.ts';
import type { ClosedPage, Shown, Visit } from '../../dashboard-page.ts';
import { csrfField } from '../../frame/frame.ts';
import { NOT_REFUSED, type Refused, refusedIn } from '../../parts/refused.ts';
import { type Form, need } from '../../visit/form.ts';
import { FILE_SIZE, fileFields } from '../import/file-fields.ts';
import { IMPORT_SCRIPT } from '../import/import-files.ts';
import { differencesReport } from './differences-report.ts';

type Differences = Static<typeof OsmDifferencesSchema>;

const PATH = '/lots/osm';
const ACCEPTED = '.osm,.xml,.json,.geojson';

export const osmDifferencesPage: ClosedPage = {
  path: '/dashboard/lots/osm',
  name: 'dashboardOsmDifferences',
  get: async (visit) => show(visit),

  async post(visit, form) {
    try {
      const body = { file: need(form, 'file') };
      const found = await visit.call<Differences>(compareLotsWithOsmOperation, { body });
      return {
        title: 'Your lots and OpenStreetMap',
        main: html`${differencesReport(visit, found)}
<p class="row"><a class="button" href="${visit.href(PATH)}">Another file</a>
<a class="button" href="${visit.href('/lots')}">To the lots</a></p>`,
      };
    } catch (error) {
      return { ...show(visit, { form, refused: refusedIn(error, () => 'file') }), status: 400 };
    }
  },
};

function show(visit: Visit, typed: Readonly<{ form?: Form; refused?: Refused }> = {}): Shown {
  const { form = {}, refused = NOT_REFUSED } = typed;
  return {
    title: 'Compare with OpenStreetMap',
    scripts: [IMPORT_SCRIPT],
    main: html`${refused.notice}
<p class="lead">An extract of OpenStreetMap with car parks (amenity=parking), as OpenStreetMap XML,
Overpass JSON or GeoJSON. You see what differs from your lots in its area, tag by tag. Nothing is
written, here or there.</p>
<form method="post" action="${visit.href(PATH)}" data-import>${csrfField(visit)}
${fileFields({
  ...{ accept: ACCEPTED, value: form.file, error: refused.fields.file },
  hint:
    `At most ${FILE_SIZE}, not packed; larger files, and .osm.pbf, are compared by the command ` +
    'hexlot osm diff.',
})}
<div class="row"><button class="primary">Show what differs</button>
<a class="button" href="${visit.href('/lots')}">Back</a></div>
</form>`,
  };
}
