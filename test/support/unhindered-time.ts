const beatMs = 20;
let beats = 0;
setInterval(() => {
  beats += 1;
}, beatMs).unref();

/**
 * Time as a timer of this process counts it, in milliseconds. A machine that is stopped, or too
 * busy to let us have our turn, stops this clock too: what somebody promises to do in ten seconds
 * is not held against them for as long as nobody could do anything.
 */
export const unhinderedMs = (): number => beats * beatMs;
