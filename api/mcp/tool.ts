import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Operation } from '../operation.ts';
import { withText } from '../reply/deprecation.ts';
import { inputSchemaOf } from './tool-schemas.ts';

/**
 * What a host may show or ask a person before it calls a tool. All four are said, because the
 * protocol's defaults assume the worst.
 */
export type ToolHints = Readonly<{
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}>;

/** One operation under the name by which assistants call it. */
export type Tool = Readonly<{
  operation: Operation;
  /** As `tools/list` shows it. */
  listed: ListedTool;
  /** The tool takes `idempotency_key`, and passes it on as the header Idempotency-Key. */
  takesKey: boolean;
  /** A write: repeats of it within a minute are one call, also without `idempotency_key`. */
  isOnce: boolean;
}>;

/** Marks tools that the platform's specification does not name. */
const ADDITION = { title: ' (Hexlot)', _meta: { 'hexlot/addition': true } };

/**
 * Declares a tool: its arguments are those of its operation. It states no output schema: models pay
 * for the list in every conversation, and answers explain themselves.
 */
export function defineTool({
  operation,
  name,
  title,
  description,
  hints,
  isAddition = false,
}: Readonly<{
  operation: Operation;
  name: string;
  title: string;
  description: string;
  hints: ToolHints;
  /** A tool beyond those of the specification. */
  isAddition?: boolean;
}>): Tool {
  const takesKey = operation.repeat !== undefined;
  const { deprecated } = operation;
  const shown = isAddition ? `${title}${ADDITION.title}` : title;
  return {
    operation,
    takesKey,
    isOnce: takesKey && operation.method !== 'get',
    listed: {
      name,
      title: shown,
      description: deprecated ? withText(description, deprecated) : description,
      inputSchema: inputSchemaOf(operation),
      annotations: { title: shown, ...hints },
      ...(isAddition && { _meta: ADDITION._meta }),
    },
  };
}
