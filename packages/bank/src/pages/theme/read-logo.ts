import { readFileSync, statSync } from "node:fs";
import { ConfigurationRefused, errorCode } from "../../configuration/configuration-refused.ts";
import { checkSvg, type ImageSize } from "./check-svg.ts";

/** A logo that is safe to serve. */
export interface Logo extends ImageSize {
  readonly contentType: "image/svg+xml" | "image/png";
  readonly extension: "svg" | "png";
  readonly bytes: Buffer;
}

const bytesMax = 200 * 1024;
const pixelsMax = 4_000;

/** Reads a logo. Throws ConfigurationRefused, with one sentence, if it cannot be used. */
export const readLogo = (name: "logo" | "darkLogo", path: string): Logo => {
  const refuse = (fault: string) =>
    new ConfigurationRefused(`theme.${name}: the file ${path} ${fault}.`);
  const bytes = readBytes(path, refuse);
  const isPng = bytes.subarray(0, pngSignature.length).equals(pngSignature);
  const size = isPng ? checkPng(bytes) : checkSvg(bytes.toString());
  if (typeof size === "string") throw refuse(size);
  return isPng
    ? { ...size, bytes, contentType: "image/png", extension: "png" }
    : { ...size, bytes, contentType: "image/svg+xml", extension: "svg" };
};

const readBytes = (path: string, refuse: (fault: string) => Error): Buffer => {
  let bytes: Buffer | undefined;
  try {
    // A file of any size could be named by mistake.
    if (statSync(path).size <= bytesMax) bytes = readFileSync(path);
  } catch (error) {
    throw refuse(`cannot be read (${errorCode(error)})`);
  }
  if (bytes === undefined) throw refuse(`is larger than ${bytesMax / 1024} KiB`);
  return bytes;
};

const pngSignature = Buffer.from("89504e470d0a1a0a", "hex");
const pngEnd = Buffer.from("0000000049454e44ae426082", "hex");

/** Checks the frame of a PNG file; the browser decodes what is in it. */
const checkPng = (bytes: Buffer): ImageSize | string => {
  const isFramed =
    bytes.toString("latin1", 12, 16) === "IHDR" && bytes.subarray(-pngEnd.length).equals(pngEnd);
  if (!isFramed) return "is an incomplete PNG";
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const isUsable = width > 0 && height > 0 && width <= pixelsMax && height <= pixelsMax;
  return isUsable
    ? { width, height }
    : `has ${width} × ${height} pixels, at most ${pixelsMax} × ${pixelsMax} are allowed`;
};
