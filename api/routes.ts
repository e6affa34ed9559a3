import { callDispatcherOperation } from './agents/openai/actions.ts';
import { getAssistantApiOperation } from './agents/openai/openapi.yaml.ts';
import { commitDispatchOperation } from './av-fleet/dispatch/commit.ts';
import { dispatchFleetOperation } from './av-fleet/dispatch/create.ts';
import { getDispatchOperation } from './av-fleet/dispatch/get.ts';
import { listDispatchesOperation } from './av-fleet/dispatch/list.ts';
import { releaseDispatchOperation } from './av-fleet/dispatch/release.ts';
import { alsoUnderV1 } from './av-fleet/under-v1.ts';
import { confirmEmailOperation } from './confirm/confirm.ts';
import { getConfirmationOperation } from './confirm/get.ts';
import { getDocPageOperation } from './docs/page.ts';
import { REFERENCE_FILES } from './docs/reference-files.ts';
import { getReferenceOperation } from './docs.ts';
import { listApdsPlacesOperation } from './feeds/apds/v4/places.ts';
import { listApdsRatesOperation } from './feeds/apds/v4/rates.ts';
import { listOtpLotsOperation } from './feeds/parkapi/v3/otp.ts';
import { getParkingSiteOperation } from './feeds/parkapi/v3/parking-sites/get.ts';
import { listParkingSitesOperation } from './feeds/parkapi/v3/parking-sites/list.ts';
import { listParkingSourcesOperation } from './feeds/parkapi/v3/sources/list.ts';
import { getHomeOperation } from './home.ts';
import { getLegalOperation } from './legal.ts';
import { getLlmsTextOperation } from './llms.txt.ts';
import { getLlmsFullTextOperation } from './llms-full.txt.ts';
import { getLogoOperation } from './logo.svg.ts';
import { getIntelligenceOpenApiOperation } from './openapi/v2.json.ts';
import { getOpenApiOperation } from './openapi.json.ts';
import { getOpenApiYamlOperation } from './openapi.yaml.ts';
import type { Operation } from './operation.ts';
import type { StaticFile } from './static-files.ts';
import { getAgentOperation } from './v1/agents/get.ts';
import { listAgentsOperation } from './v1/agents/list.ts';
import { registerAgentOperation } from './v1/agents/register.ts';
import { listAuditOperation } from './v1/audit/list.ts';
import { getEventOperation } from './v1/events/get.ts';
import { listEventsOperation } from './v1/events/list.ts';
import { nextEventsOperation } from './v1/events/next.ts';
import { getHealthOperation } from './v1/health/get.ts';
import { getLivenessOperation } from './v1/health/live.ts';
import { getReadinessOperation } from './v1/health/ready.ts';
import { createKeyOperation } from './v1/keys/create.ts';
import { deleteKeyOperation } from './v1/keys/delete.ts';
import { getKeyOperation } from './v1/keys/get.ts';
import { listKeysOperation } from './v1/keys/list.ts';
import { rotateKeyOperation } from './v1/keys/rotate.ts';
import { createLocalEventOperation } from './v1/local-events/create.ts';
import { deleteLocalEventOperation } from './v1/local-events/delete.ts';
import { getLocalEventOperation } from './v1/local-events/get.ts';
import { listLocalEventsOperation } from './v1/local-events/list.ts';
import { createLotBatchOperation } from './v1/lots/batch.ts';
import { listLotChangesOperation } from './v1/lots/changes.ts';
import { createLotOperation } from './v1/lots/create.ts';
import { deleteLotOperation } from './v1/lots/delete.ts';
import { getLotOperation } from './v1/lots/get.ts';
import { listLotsOperation } from './v1/lots/list.ts';
import { createOccupancyOperation } from './v1/lots/occupancy.ts';
import { getLotOsmTagsOperation } from './v1/lots/osm-tags.ts';
import { getRatesOperation } from './v1/lots/rates/get.ts';
import { putRatesOperation } from './v1/lots/rates/put.ts';
import { searchParkingOperation } from './v1/lots/search.ts';
import { updateLotOperation } from './v1/lots/update.ts';
import { getLotsGeojsonOperation } from './v1/lots.geojson.ts';
import { getLotsNdjsonOperation } from './v1/lots.ndjson.gz.ts';
import { getLotsOscOperation } from './v1/lots.osc.ts';
import { getLotsOsmOperation } from './v1/lots.osm.ts';
import { getMeOperation } from './v1/me/get.ts';
import { getPayoutOperation } from './v1/payouts/get.ts';
import { listPayoutsOperation } from './v1/payouts/list.ts';
import { getProjectionSitesGeojsonOperation } from './v1/projection-sites.geojson.ts';
import { activateReservationOperation } from './v1/reserve/activate.ts';
import { cancelReservationOperation } from './v1/reserve/cancel.ts';
import { reserveOperation } from './v1/reserve/create.ts';
import { getReservationOperation } from './v1/reserve/get.ts';
import { listReservationsOperation } from './v1/reserve/list.ts';
import { createSessionOperation } from './v1/sessions/create.ts';
import { endSessionOperation } from './v1/sessions/end.ts';
import { extendSessionOperation } from './v1/sessions/extend.ts';
import { getSessionOperation } from './v1/sessions/get.ts';
import { listSessionsOperation } from './v1/sessions/list.ts';
import { getReceiptOperation } from './v1/sessions/receipt.ts';
import { refundSessionOperation } from './v1/sessions/refunds/create.ts';
import { listRefundsOperation } from './v1/sessions/refunds/list.ts';
import { searchSessionsOperation } from './v1/sessions/search.ts';
import { createWebhookOperation } from './v1/webhooks/create.ts';
import { deleteWebhookOperation } from './v1/webhooks/delete.ts';
import { getDeliveryOperation } from './v1/webhooks/deliveries/get.ts';
import { listDeliveriesOperation } from './v1/webhooks/deliveries/list.ts';
import { redeliverOperation } from './v1/webhooks/deliveries/redeliver.ts';
import { endPreviousSecretOperation } from './v1/webhooks/end-previous-secret.ts';
import { getWebhookOperation } from './v1/webhooks/get.ts';
import { listWebhooksOperation } from './v1/webhooks/list.ts';
import { replayWebhookEventsOperation } from './v1/webhooks/replay.ts';
import { rotateWebhookSecretOperation } from './v1/webhooks/rotate-secret.ts';
import { testWebhookOperation } from './v1/webhooks/test.ts';
import { updateWebhookOperation } from './v1/webhooks/update.ts';
import { getAgentDemandOperation } from './v2/intelligence/agent-demand.ts';
import { getDemandForecastOperation } from './v2/intelligence/demand-forecast.ts';
import { getHexesGeojsonOperation } from './v2/intelligence/hexes.geojson.ts';
import { getHistoryOperation } from './v2/intelligence/history.ts';
import { getMarketRateOperation } from './v2/intelligence/market-rate.ts';
import { getPricingOperation } from './v2/intelligence/pricing.ts';
import { listUsageOperation } from './v2/usage/list.ts';
import { getUsageMonthOperation } from './v2/usage/month.ts';
import { getPluginManifestOperation } from './well-known/ai-plugin.json.ts';
import { getApiCatalogOperation } from './well-known/api-catalog.ts';

/** Every endpoint. */
export const routes: readonly Operation[] = [
  getHomeOperation,
  getOpenApiOperation,
  getOpenApiYamlOperation,
  getIntelligenceOpenApiOperation,
  getAssistantApiOperation,
  getPluginManifestOperation,
  getApiCatalogOperation,
  getLlmsTextOperation,
  getLlmsFullTextOperation,
  getReferenceOperation,
  getDocPageOperation,
  getLegalOperation,
  getLogoOperation,
  getHealthOperation,
  getLivenessOperation,
  getReadinessOperation,
  searchParkingOperation,
  createLotOperation,
  listLotsOperation,
  createLotBatchOperation,
  listLotChangesOperation,
  getLotOperation,
  updateLotOperation,
  deleteLotOperation,
  createOccupancyOperation,
  getRatesOperation,
  putRatesOperation,
  getLotOsmTagsOperation,
  getLotsGeojsonOperation,
  getLotsNdjsonOperation,
  getLotsOsmOperation,
  getLotsOscOperation,
  getProjectionSitesGeojsonOperation,
  listParkingSitesOperation,
  getParkingSiteOperation,
  listParkingSourcesOperation,
  listOtpLotsOperation,
  listApdsPlacesOperation,
  listApdsRatesOperation,
  nextEventsOperation,
  createLocalEventOperation,
  listLocalEventsOperation,
  getLocalEventOperation,
  deleteLocalEventOperation,
  createSessionOperation,
  listSessionsOperation,
  searchSessionsOperation,
  getSessionOperation,
  extendSessionOperation,
  endSessionOperation,
  getReceiptOperation,
  refundSessionOperation,
  listRefundsOperation,
  listPayoutsOperation,
  getPayoutOperation,
  reserveOperation,
  listReservationsOperation,
  getReservationOperation,
  activateReservationOperation,
  cancelReservationOperation,
  ...[
    dispatchFleetOperation,
    listDispatchesOperation,
    getDispatchOperation,
    commitDispatchOperation,
    releaseDispatchOperation,
  ].flatMap(alsoUnderV1),
  getMeOperation,
  createKeyOperation,
  listKeysOperation,
  getKeyOperation,
  rotateKeyOperation,
  deleteKeyOperation,
  registerAgentOperation,
  listAgentsOperation,
  getAgentOperation,
  listAuditOperation,
  createWebhookOperation,
  listWebhooksOperation,
  getWebhookOperation,
  updateWebhookOperation,
  deleteWebhookOperation,
  rotateWebhookSecretOperation,
  endPreviousSecretOperation,
  testWebhookOperation,
  replayWebhookEventsOperation,
  listDeliveriesOperation,
  getDeliveryOperation,
  redeliverOperation,
  listEventsOperation,
  getEventOperation,
  callDispatcherOperation,
  getMarketRateOperation,
  getHistoryOperation,
  getDemandForecastOperation,
  getAgentDemandOperation,
  getHexesGeojsonOperation,
  getPricingOperation,
  listUsageOperation,
  getUsageMonthOperation,
  getConfirmationOperation,
  confirmEmailOperation,
];

/** Every file that a page loads. The home page needs none: its style is inline. */
export const staticFiles: readonly StaticFile[] = Object.values(REFERENCE_FILES);
