import type { Static } from 'typebox';
import { type Html, html } from '../../../dress/html.ts';
import { getRatesOperation } from '../../../v1/lots/rates/get.ts';
import { previewRatesOperation, type RatePreview } from '../../../v1/lots/rates/preview.ts';
import { putRatesOperation } from '../../../v1/lots/rates/put.ts';
import type { ClosedPage, PageReply, Shown, Visit } from '../../dashboard-page.ts';
import { csrfField } from '../../frame/frame.ts';
import { NOT_REFUSED, type Refused, refusedIn, wordsOf } from '../../parts/refused.ts';
import type { Form } from '../../visit/form.ts';
import { mayCall } from '../../visit/may-call.ts';
import { findOwnLot } from '../own-lot.ts';
import { costsShown, ratePart } from '../shown-rates.ts';
import { costsPanel, type ShownCosts } from './costs-panel.ts';
import { bodyOf, usedParts } from './tariff-body.ts';
import { TARIFF_SCRIPT } from './tariff-files.ts';
import { tariffFields } from './tariff-form.ts';
import { KINDS, kindIn, type Rates, valuesOf } from './tariff-values.ts';

type Preview = Static<typeof RatePreview>;

export const tariffPage: ClosedPage = {
  path: '/dashboard/lots/{lot_id}/tariff',
  name: 'dashboardTariff',
  get: (visit) => show(visit),

  async post(visit, form) {
    try {
      return await answer(visit, form);
    } catch (error) {
      const refused = refusedIn(error, fieldOf(form));
      if (form.act === 'costs') return { json: { problem: wordsOf(error) } };
      return { ...(await show(visit, { form, refused })), status: 400 };
    }
  },
};

/** `costs`: for the script, while somebody types. `show`: the same without a script. */
async function answer(visit: Visit, form: Form): Promise<PageReply> {
  const { params, call, href } = visit;
  const lot = await findOwnLot(visit);
  const body = bodyOf(form, lot.timezone);
  if (form.act === 'post') {
    await call(putRatesOperation, { params, body });
    return { location: href(`/lots/${lot.id}`) };
  }
  const { preview } = await call<{ preview: Preview }>(previewRatesOperation, { params, body });
  const costs = previewed(preview);
  return form.act === 'costs'
    ? { json: costs }
    : show(visit, { form, refused: NOT_REFUSED, costs });
}

type Typed = Readonly<{ form: Form; refused: Refused; costs?: ShownCosts }>;

async function show(visit: Visit, typed?: Typed): Promise<Shown> {
  const { params, call, href, csrf } = visit;
  const [lot, { rates }] = await Promise.all([
    findOwnLot(visit),
    call<{ rates: Rates }>(getRatesOperation, { params }),
  ]);
  const form = typed?.form ?? valuesOf(rates, lot.tariff === null);
  const refused = typed?.refused ?? NOT_REFUSED;
  const costs = costsPanel(typed?.costs ?? posted(rates), lot.timezone);
  const action = href(`/lots/${lot.id}/tariff`);
  return {
    title: `Tariff of ${lot.name}`,
    scripts: [TARIFF_SCRIPT],
    main: mayCall(visit, putRatesOperation)
      ? html`${refused.notice}
<div class="beside"><form method="post" action="${action}" data-tariff>${csrfField({ csrf })}
${tariffFields({ form, refused }, lot.currency, lot.timezone)}
<div class="row"><button class="primary" name="act" value="post">Post this rate</button>
<button name="act" value="show">Show what it costs</button>
<a class="button" href="${href(`/lots/${lot.id}`)}">Back</a></div>
</form>
${costs}</div>`
      : readOnly(rates, costs),
  };
}

function readOnly(rates: Rates, costs: Html): Html {
  return html`<div class="beside"><div>${ratePart(rates)}</div>${costs}</div>`;
}

function posted(rates: Rates): ShownCosts {
  const { currency, current, as_of: startsAt } = rates;
  const lines = current.tariff?.summary ?? [];
  return { costs: costsShown(current.costs, currency), lines, startsAt };
}

function previewed({ costs, currency, summary, starts_at: startsAt }: Preview): ShownCosts {
  return { costs: costsShown(costs, currency), lines: summary, startsAt };
}

/** The field in which a member was typed; parts without any text are not sent, so they move. */
function fieldOf(form: Form) {
  const used = usedParts(form);
  return (member: string): string => {
    const [, number, rest = ''] = /^tariff\.parts\.(\d+)\.(.*)$/.exec(member) ?? [];
    if (kindIn(form) === KINDS[2] && member.startsWith('tariff')) return 'text';
    if (member.startsWith('dynamic')) return 'dynamic';
    if (number === undefined) return member;
    const name = /^(?:steps|when\.days)/.exec(rest)?.[0] ?? rest;
    return `tariff.parts.${used[Number(number)] ?? number}.${name}`;
  };
}
