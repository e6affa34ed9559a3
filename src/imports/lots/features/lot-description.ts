import type { FieldProblem } from '../../../kit/errors.ts';
import type { Tags } from '../../../kit/osm/values/reading.ts';
import type { Spaces } from '../../../kit/osm/values/spaces.ts';
import type { LotType } from '../../../parking/lots/lot-type.ts';
import type { OsmCharge } from '../../../tariffs/formats/osm/read-osm-charge.ts';

/** What the properties of one feature say about a lot. */
export type LotDescription = {
  /** null: they name none. */
  name: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  /** null: the properties do not say. */
  country: string | null;
  /** null: the properties do not say. */
  capacity: Spaces | null;
  price: OsmCharge;
  /** null: the properties do not say. */
  lotType: LotType | null;
  features: string[];
  evSpaces: number;
  accessibleSpaces: number;
  avSpaces: number;
  openingHours: string | null;
  maxHeightCm: number | null;
  website: string | null;
  /** null: the properties do not say, so the stored value is kept. */
  isListed: boolean | null;
  /** All OpenStreetMap tags of the feature, as they came; none in other formats. */
  tags: Tags;
  /** What was kept as text, and what has no place here. */
  notes: FieldProblem[];
  /**
   * Whether something about who may park, when or for how long was not understood. The
   * price of such a lot is not posted, so that nobody is sent there until its operator posts one.
   */
  hasUnreadRules: boolean;
};
