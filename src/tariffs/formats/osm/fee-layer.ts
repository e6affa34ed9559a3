import { type Tags, tagText } from '../../../kit/osm/values/reading.ts';
import { readClauses, readTimes } from './conditions.ts';
import { type Layer, layerOf } from './layer.ts';
import { badTag, FEE_CONDITIONS, NOT_TIMES, orRefuse } from './tag-problem.ts';

const NO = /^(?:no|none|free)$/i;
const YES = /^(?:yes|some)$/i;
const NOT_SAID = /^unknown$/i;

/**
 * When something is charged according to `fee` and its conditions. Where they say only when nothing
 * is, or nothing at all, it is at other times. Errors: BAD_REQUEST naming the tag.
 */
export function readFeeLayer(tags: Tags): Layer<boolean> {
  const fee = tagText(tags, 'fee');
  const conditions = tagText(tags, FEE_CONDITIONS);
  if (fee !== undefined && ![NO, YES, NOT_SAID].some((word) => word.test(fee))) {
    const times = conditions === undefined ? readTimes(fee) : undefined;
    if (times === undefined) throw badTag(tags, 'fee', 'is neither yes nor no');
    return orRefuse(tags, 'fee', layerOf([{ read: true, ...times }], false));
  }
  const clauses = conditions === undefined ? [] : readClauses(conditions);
  if (clauses === undefined) throw badTag(tags, FEE_CONDITIONS, NOT_TIMES);
  const read = clauses.map(({ value, ...times }) => {
    if (!NO.test(value) && !YES.test(value))
      throw badTag(tags, FEE_CONDITIONS, 'says something else than yes and no');
    return { read: YES.test(value), ...times };
  });
  const isStated = fee !== undefined && !NOT_SAID.test(fee);
  if (!isStated && read.some((clause) => clause.read))
    throw badTag(tags, FEE_CONDITIONS, 'does not say whether there is a fee at other times');
  return orRefuse(tags, FEE_CONDITIONS, layerOf(read, isStated ? YES.test(fee) : true));
}
