import { hash } from 'node:crypto';
import type { Static } from 'typebox';
import { badField } from '../../../../src/kit/errors.ts';
import { BATCH_ROWS_MAX } from '../../../../src/parking/lots/write/batch/write-batch.ts';
import { type Html, html } from '../../../dress/html.ts';
import { importLotsOperation } from '../../../v1/lots/import/create.ts';
import type { ImportSchema } from '../../../v1/lots/import/import-shape.ts';
import type { ClosedPage, PageReply, Shown, Visit } from '../../dashboard-page.ts';
import { csrfField } from '../../frame/frame.ts';
import { count } from '../../parts/amount.ts';
import { field, textArea } from '../../parts/field.ts';
import { notice } from '../../parts/notice.ts';
import { NOT_REFUSED, type Refused, refusedIn } from '../../parts/refused.ts';
import { type Form, maybe, need } from '../../visit/form.ts';
import { FILE_SIZE, fileFields } from './file-fields.ts';
import { IMPORT_SCRIPT } from './import-files.ts';
import { importReport } from './import-report.ts';

type Imported = Static<typeof ImportSchema>;

const ACCEPTED = '.csv,.txt,.json,.geojson,.osm,.xml,.ndjson';

export const importLotsPage: ClosedPage = {
  path: '/dashboard/lots/import',
  name: 'dashboardImportLots',
  get: async (visit) => show(visit),

  async post(visit, form) {
    try {
      return await answer(visit, form);
    } catch (error) {
      return { ...show(visit, { form, refused: refusedIn(error, fieldOf) }), status: 400 };
    }
  },
};

/** First what a file would do, then the same file again with what was shown of it. */
async function answer(visit: Visit, form: Form): Promise<PageReply> {
  const body = {
    file: need(form, 'file'),
    map: mapOf(form),
    data_license: maybe(form, 'data_license'),
  };
  const run = (isDryRun: boolean) =>
    visit.call<Imported>(importLotsOperation, { body, query: { dry_run: String(isDryRun) } });
  const would = await run(true);
  const seen = fingerprint(body, would);
  if (form.act !== 'import') return preview(visit, form, { would, seen });
  if (form.seen !== seen) {
    const note = notice('warn', 'Nothing was written: the file or your lots changed meanwhile.');
    return preview(visit, form, { would, seen, note });
  }
  const done = await run(false);
  return {
    title: 'The file is imported',
    main: html`${importReport(visit, done)}
<p><a class="button primary" href="${visit.href('/lots')}">To the lots</a></p>`,
  };
}

/** What was shown before the import: the file, and what it would do. */
function fingerprint(body: object, { lots, rejected }: Imported): string {
  return hash('sha256', JSON.stringify([body, lots, rejected]), 'base64url');
}

/** `name=Bezeichnung` on each line. */
function mapOf(form: Form): { field: string; column: string }[] | undefined {
  const text = maybe(form, 'map');
  if (text === undefined) return undefined;
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, column] = /^([^=]+)=(.+)$/.exec(line) ?? [];
      if (name === undefined || column === undefined)
        throw badField('map', 'needs a name, = and a column on each line');
      return { field: name.trim(), column: column.trim() };
    });
}

const FIELDS = ['map', 'data_license'];
const fieldOf = (member: string) => FIELDS.find((name) => member.startsWith(name)) ?? 'file';

type Would = Readonly<{ would: Imported; seen: string; note?: Html }>;

function preview(visit: Visit, form: Form, { would, seen, note }: Would): Shown {
  const { created, updated } = would;
  const typed = ['file', 'map', 'data_license'] as const;
  return {
    title: 'What the file would do',
    main: html`${note}
${importReport(visit, would)}
<form method="post" action="${visit.href('/lots/import')}">${csrfField(visit)}
<input type="hidden" name="seen" value="${seen}">
${typed.map(
  (name) => html`<textarea name="${name}" hidden>
${form[name] ?? ''}</textarea>`,
)}
<div class="row">${
      created + updated > 0 &&
      html`<button class="primary" name="act" value="import">Create ${count(created)} and change
${count(updated)}</button>`
    }
<a class="button" href="${visit.href('/lots/import')}">Another file</a></div></form>`,
  };
}

function show(visit: Visit, typed: Readonly<{ form?: Form; refused?: Refused }> = {}): Shown {
  const { form = {}, refused = NOT_REFUSED } = typed;
  return {
    title: 'Import lots',
    scripts: [IMPORT_SCRIPT],
    main: html`${refused.notice}
<p class="lead">A table (CSV), GeoJSON, ParkAPI, OpenStreetMap XML or Overpass JSON. You see what it
would do before anything is written. A lot is known again by its ref.</p>
<form method="post" action="${visit.href('/lots/import')}" data-import>${csrfField(visit)}
${fileFields({
  ...{ accept: ACCEPTED, value: form.file, error: refused.fields.file },
  hint:
    `At most ${count(BATCH_ROWS_MAX)} rows and ${FILE_SIZE}; ` +
    'larger files go through the API in parts, or by the command hexlot import lots.',
})}
<details class="card"${refused.fields.map !== undefined && html` open`}>
<summary>More about the file</summary>
${textArea({
  ...{ name: 'map', label: 'Columns that are not understood', value: form.map },
  ...{ hint: 'One on each line: name=Bezeichnung', error: refused.fields.map },
})}
${field({
  ...{ name: 'data_license', label: 'Licence of the data', value: form.data_license },
  ...{ hint: 'Such as ODbL-1.0; left out: lots keep theirs.', error: refused.fields.data_license },
})}</details>
<div class="row"><button class="primary" name="act" value="preview">Show what it would do</button>
<a class="button" href="${visit.href('/lots')}">Back</a></div>
</form>`,
  };
}
