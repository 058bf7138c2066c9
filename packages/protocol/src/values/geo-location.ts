import { Invalid } from "../invalid.ts";

export interface GeoLocation {
  readonly latitude: number;
  readonly longitude: number;
}

const form = /^GEO:(-?[0-9]{1,3}(?:\.[0-9]{1,12})?);(-?[0-9]{1,3}(?:\.[0-9]{1,12})?)$/;

/** Parses the location of the PSU, like `GEO:59.913868;10.752245`. */
export function parseGeoLocation(text: string): GeoLocation | Invalid {
  const [, latitude, longitude] = form.exec(text) ?? [];
  const location = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(location.latitude) <= 90 && Math.abs(location.longitude) <= 180
    ? location
    : new Invalid("is not a location like GEO:59.913868;10.752245");
}
