const beatMs = 20;
let beats = 0;
setInterval(() => {
  beats += 1;
}, beatMs).unref();

/**
 * Returns the milliseconds that this process could use, counted by a timer. The count stops while
 * the machine is stopped or too busy to run us, so a time limit is not exceeded only because of
 * that.
 */
export const unhinderedMs = (): number => beats * beatMs;
