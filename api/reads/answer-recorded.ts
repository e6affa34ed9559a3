import { actorOf } from '../../src/access/principals/actor.ts';
import { searchBy } from '../../src/demand/searches/search-by.ts';
import { AppError } from '../../src/kit/errors.ts';
import type { Api } from '../app.ts';
import type { Operation, OperationRequest } from '../operation.ts';
import type { AnyReply } from '../reply/declaration.ts';

/**
 * Does the work of a call and records what was answered, as `records` of its operation declares it:
 * first the audit row of an agent's call, without which there is no answer, then the search, which
 * is written soon. Something that was not found is audited as that, and is no search. Throws what
 * `work` throws, and when the audit row cannot be written.
 */
export async function answerRecorded(
  api: Api,
  operation: Operation,
  request: OperationRequest,
  work: () => Promise<AnyReply>,
): Promise<AnyReply> {
  const { operationId, records } = operation;
  if (records === undefined) return work();
  const reply = await work().catch(async (error) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      await audit(api, operation, request, { foundCount: 0, hasMore: false });
    throw error;
  });
  const { answered } = reply;
  if (answered === undefined) throw new Error(`${operationId} does not say what it was asked`);
  const { question, hasMore = false, isFurtherPage = false } = answered;
  await audit(api, operation, request, { foundCount: question.foundCount, hasMore });
  const isAsker = records.searchesOf === 'everyone' || isAgent(request);
  // Further pages belong to the search that their first page has recorded.
  if (isAsker && !isFurtherPage) api.searches.record(searchBy(request, question));
  return reply;
}

const isAgent = ({ caller }: OperationRequest) => typeof caller?.agentPlatform === 'string';

async function audit(
  { agentAudit }: Api,
  { records }: Operation,
  request: OperationRequest,
  found: { foundCount: number; hasMore: boolean },
): Promise<void> {
  const { caller, livemode, requestId } = request;
  if (records?.audit === undefined || caller === undefined || !isAgent(request)) return;
  await agentAudit.write({
    actor: actorOf(caller, requestId),
    operatorId: caller.operatorId,
    livemode,
    asked: { ...records.audit(request), ...found },
  });
}
