import type { Operation } from '../../../api/operation.ts';
import { routes } from '../../../api/routes.ts';
import type { Answer, TestApi, TestKey } from '../../api/client.ts';
import {
  addressOf,
  type ExampleCalls,
  examplesOf,
  type Json,
  openExampleCalls,
} from '../../api/example-calls.ts';
import { type Field, fieldsOf, schemaOf, withValue } from '../../api/request-fields.ts';
import { addLot } from '../../stage/fixtures.ts';
import type { NewTexts, Written } from './texts.ts';

/** Formats whose values cannot be anything else. */
const CLOSED_FORMATS = ['date-time', 'date', 'uuid'];
/** Of fields without a limit of their own. */
const LENGTH_MAX = 500;

/**
 * Sends hostile texts in every free text of every operation that writes, by its example. Returns
 * the answers to fields that took none of them, by operation and field; `written` gets the others.
 */
export async function writeEverywhere(
  api: TestApi,
  key: TestKey,
  newTexts: NewTexts,
  written: Written,
): Promise<Map<string, string>> {
  const shared = await openExampleCalls(api, key);
  const refused = new Map<string, string>();
  let count = 0;
  const newLot = () =>
    addLot(api.database, { operator_id: key.operatorId, country: 'US', currency: 'usd' });

  async function send(calls: ExampleCalls, operation: Operation, example: Json, to: Wanted) {
    const { params, body } = await calls.prepare(operation, example);
    count += 1;
    const answer = await api.request(operation.method.toUpperCase(), addressOf(operation, params), {
      key: key.secret,
      headers: { 'Idempotency-Key': `hostile-${count}` },
      body: withValue(schemaOf(operation, 'body') ?? {}, body, to.field.path, to.text),
    });
    await calls.cleanUp();
    return answer;
  }

  /** Those of the texts that are taken with any example of the operation. */
  async function takenOf(operation: Operation, field: Field, texts: string[]): Promise<string[]> {
    // What changes a lot has one of its own, so that no text is overwritten by the next.
    const calls = operation.path.includes('{lot_id}')
      ? await openExampleCalls(api, key, await newLot())
      : shared;
    const examples = examplesOf(operation);
    const taken: string[] = [];
    for (const text of texts)
      for (const example of examples.length > 0 ? examples : [{}]) {
        const answer = await send(calls, operation, example, { field, text });
        if (isDone(answer)) taken.push(text);
        else refused.set(nameOf(operation, field), answer.text);
        if (isDone(answer)) break;
      }
    return taken;
  }

  for (const operation of routes.filter(({ method }) => method !== 'get'))
    for (const field of freeTexts(operation)) {
      const { mark, plain, dressed } = newTexts(field.schema.maxLength ?? LENGTH_MAX);
      let texts = await takenOf(operation, field, plain);
      if (texts.length === 0) texts = await takenOf(operation, field, dressed);
      if (texts.length === 0) continue;
      refused.delete(nameOf(operation, field));
      written.set(nameOf(operation, field), { mark, texts });
    }
  return refused;
}

type Wanted = { field: Field; text: string };

/** The texts in a body that may say anything: those that no list, pattern or format closes. */
function freeTexts(operation: Operation): Field[] {
  return fieldsOf(operation).filter(({ root, schema }) => {
    const { enum: list, const: only, pattern, format = '', type } = schema;
    const isClosed = list !== undefined || only !== undefined || pattern !== undefined;
    return root === 'body' && type === 'string' && !isClosed && !CLOSED_FORMATS.includes(format);
  });
}

/** A batch says of each row whether it was rejected, and a file how many were. */
function isDone({ status, body }: Answer): boolean {
  const rows: { status?: string }[] = body?.results ?? [];
  return status < 300 && !rows.some((row) => row.status === 'rejected') && !body?.rejected_count;
}

const nameOf = ({ operationId }: Operation, { path }: Field) =>
  [operationId, ...path.map((step) => (step === 0 ? '[]' : step))].join('.');
