import { type Parsed, parsed, unparsable } from "../parsed.ts";

export interface GeoLocation {
  readonly latitude: number;
  readonly longitude: number;
}

const form = /^GEO:(-?[0-9]{1,3}(?:\.[0-9]{1,12})?);(-?[0-9]{1,3}(?:\.[0-9]{1,12})?)$/;

/** Parses the location of the PSU, like `GEO:59.913868;10.752245`. */
export function parseGeoLocation(text: string): Parsed<GeoLocation> {
  const [, latitude, longitude] = form.exec(text) ?? [];
  const location = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(location.latitude) <= 90 && Math.abs(location.longitude) <= 180
    ? parsed(location)
    : unparsable("is not a location like GEO:59.913868;10.752245");
}
