/// <reference lib="esnext.intl" />

/** What the time zone of a point says about its place. */
export type Place = {
  /** IANA name. */
  timezone: string;
  /** ISO 3166-1 alpha-2; null at sea and for zones of no country. */
  country: string | null;
};

export type PlaceFinder = (latitude: number, longitude: number) => Place;

let finder: Promise<PlaceFinder> | undefined;

/**
 * A finder of places by coordinates, from the polygons of the timezone-boundary-builder. They take
 * some 70 MB, so they are loaded only by processes that write lots, at the first write.
 */
export function openPlaces(): Promise<PlaceFinder> {
  finder ??= loadFinder();
  return finder;
}

async function loadFinder(): Promise<PlaceFinder> {
  const { find } = await import('geo-tz/all');
  const zoneCountries = countriesByZone();
  const countries = new Map<string, string | null>();
  return (latitude, longitude) => {
    // Where several countries claim a place, there are several zones; the first is the most local.
    const timezone = find(latitude, longitude)[0] ?? 'Etc/UTC';
    let country = countries.get(timezone);
    if (country === undefined) {
      country = zoneCountries.get(runtimeName(timezone)) ?? null;
      countries.set(timezone, country);
    }
    return { timezone, country };
  };
}

/** Country by zone, from the CLDR data of this runtime. */
function countriesByZone(): Map<string, string> {
  const countries = new Map<string, string>();
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  for (const first of letters) {
    for (const second of letters) {
      // Reading the region back replaces a withdrawn code (DD, SU) by its successor.
      const locale = new Intl.Locale(`und-${first}${second}`);
      if (locale.region === undefined) continue;
      for (const zone of locale.getTimeZones() ?? []) countries.set(zone, locale.region);
    }
  }
  return countries;
}

/** The name of a zone that this runtime lists, for example Asia/Calcutta for Asia/Kolkata. */
function runtimeName(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}
