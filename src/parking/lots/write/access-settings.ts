import { badField } from '../../../kit/errors.ts';
import { counted } from '../../../kit/text/counted.ts';
import { type AccessColumns, SPACE_LABEL_LENGTH_MAX } from '../fields/access-fields.ts';
import type { SpaceColumns } from '../fields/space-fields.ts';
import type { AccessDetails } from '../lot-details.ts';
import { readText } from '../osm/tags.ts';

const ACCESS_TEXTS = ['gate_code', 'entry_lane', 'exit_procedure', 'notes'] as const;

/**
 * The settings after a change: members that are left out are not changed, null removes one. Errors:
 * BAD_REQUEST naming the member.
 */
export function changeAccess(stored: AccessColumns, access: AccessDetails): AccessColumns {
  const instructions = { ...stored.entryInstructions };
  for (const name of ACCESS_TEXTS) {
    if (access[name] === undefined) continue;
    const text = readText({ [`access.${name}`]: access[name] }, `access.${name}`);
    if (text === undefined) delete instructions[name];
    else instructions[name] = text;
  }
  if (access.gate_code_from === null) delete instructions.gate_code_from;
  else if (access.gate_code_from !== undefined) instructions.gate_code_from = access.gate_code_from;
  return {
    entryInstructions: Object.keys(instructions).length === 0 ? null : instructions,
    isOvernightAllowed: access.overnight ?? stored.isOvernightAllowed,
    spaceLabels: access.space_labels?.map(readLabel) ?? stored.spaceLabels,
  };
}

/**
 * Vehicles are sent to spaces by their labels, so labels must differ. Errors: BAD_REQUEST naming
 * access.space_labels.
 */
export function checkLabels({
  spaceLabels: labels,
  totalSpaces: total,
}: Pick<AccessColumns, 'spaceLabels'> & Pick<SpaceColumns, 'totalSpaces'>): void {
  if (new Set(labels).size < labels.length)
    throw badField('access.space_labels', 'must not name a space twice');
  if (total !== null && labels.length > total)
    throw badField(
      'access.space_labels',
      `are ${labels.length}, more than the ${counted(total, 'space')}`,
    );
}

function readLabel(label: string, index: number): string {
  const field = `access.space_labels.${index}`;
  const text = readText({ [field]: label }, field, SPACE_LABEL_LENGTH_MAX);
  if (text === undefined) throw badField(field, 'is empty');
  return text;
}
