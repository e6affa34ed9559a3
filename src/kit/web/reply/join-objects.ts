/**
 * The JSON of the object that has the members of both of these, each given as JSON. Each must have
 * a member, and no name may be in both.
 */
export function joinObjects(first: string, second: string): string {
  return `${first.slice(0, -1)},${second.slice(1)}`;
}
